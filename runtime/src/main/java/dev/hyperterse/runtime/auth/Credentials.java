package dev.hyperterse.runtime.auth;

import java.util.List;

/** What of a request says who sends it. */
@FunctionalInterface
public interface Credentials {
    /** All values of a header, in their order; none when it is not there. */
    List<String> header(String name);

    /** The method of the request, which proofs of possession are made for. */
    default String method() {
        return "";
    }

    /** Whether they passed that plugin before, with this very request: what may be used once was used for it. */
    default boolean passedBefore(String plugin) {
        return false;
    }
}
