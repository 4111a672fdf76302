package dev.hyperterse.runtime.auth.caller;

import java.util.List;

/** The parts of a request that authenticate its sender. */
@FunctionalInterface
public interface Credentials {
    /** All values of a header, in their order; empty if it is missing. */
    List<String> header(String name);

    /** The method of the request, which a proof of possession contains. */
    default String method() {
        return "";
    }

    /** The part of the URL behind the path of the endpoint, which such a proof contains as well: {@code /acme}. */
    default String behindEndpoint() {
        return "";
    }

    /** Whether this request has already passed the plugin, so that its proof may be used again. */
    default boolean passedBefore(String plugin) {
        return false;
    }
}
