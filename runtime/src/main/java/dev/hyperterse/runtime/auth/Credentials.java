package dev.hyperterse.runtime.auth;

import java.util.List;

/** The headers of a request. */
@FunctionalInterface
public interface Credentials {
    /** All values of a header, in their order; none when it is not there. */
    List<String> header(String name);
}
