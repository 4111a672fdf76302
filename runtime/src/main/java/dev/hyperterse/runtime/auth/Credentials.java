package dev.hyperterse.runtime.auth;

import java.util.List;

/** The parts of a request that authenticate its sender. */
@FunctionalInterface
public interface Credentials {
    /** All values of a header, in their order; none when it is not there. */
    List<String> header(String name);

    /** The method of the request, which proofs of possession are made for. */
    default String method() {
        return "";
    }

    /** The part of the URL behind the path of the endpoint, which such proofs name as well: {@code /acme}. */
    default String behindEndpoint() {
        return "";
    }

    /** Whether the same request has passed that plugin before: its proof may be used again then. */
    default boolean passedBefore(String plugin) {
        return false;
    }
}
