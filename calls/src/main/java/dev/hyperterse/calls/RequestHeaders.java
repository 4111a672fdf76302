package dev.hyperterse.calls;

import java.util.List;

/** The headers of a call's request, read on demand. */
@FunctionalInterface
public interface RequestHeaders {
    RequestHeaders NONE = name -> List.of();

    /** All values of a header; the name ignores case. */
    List<String> all(String name);

    /** The names of the headers that scripts of the server may read, in lower case. */
    default List<String> forScripts() {
        return List.of();
    }
}
