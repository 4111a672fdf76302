package dev.hyperterse.runtime.call;

import java.util.List;

/** The headers of the request that a call came with, read when they are asked for. */
@FunctionalInterface
public interface RequestHeaders {
    /** No headers. */
    RequestHeaders NONE = name -> List.of();

    /** Every value sent under that name, in whatever case. */
    List<String> all(String name);

    /** The names of those that scripts of the server may read, in lower case. */
    default List<String> forScripts() {
        return List.of();
    }
}
