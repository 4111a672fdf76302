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

    /** What the URL of the request has behind the path of the endpoint, which such proofs name as well: {@code /acme}. */
    default String behindEndpoint() {
        return "";
    }

    /** Whether they passed that plugin before, with this very request: what may be used once was used for it. */
    default boolean passedBefore(String plugin) {
        return false;
    }
}
