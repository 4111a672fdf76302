package dev.hyperterse.catalog.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * The programs that clients may send. The limits of scripts apply to them, too.
 *
 * @param effects what the tools may do that a program calls
 * @param timeoutMillis of one program; absent where that of scripts is enough
 * @param memory bytes that one program may hold
 * @param calls of tools and searches that one program may make
 * @param marked whether its result has a boundary, because strangers write what it returns
 */
public record CodeSettings(
        Effects effects,
        Optional<Long> timeoutMillis,
        long memory,
        int calls,
        // Earlier builds refuse members that they do not know.
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean marked) {
    public static final CodeSettings DEFAULT = new CodeSettings(Effects.ReadOnly, Optional.empty(), 32 << 20, 50);

    /** Programs whose results are not marked. */
    public CodeSettings(Effects effects, Optional<Long> timeoutMillis, long memory, int calls) {
        this(effects, timeoutMillis, memory, calls, false);
    }

    /** The effects of tools. */
    public enum Effects {
        /** Only tools with the hint readOnly are called. */
        ReadOnly,
        /** All tools are called that the caller may call. */
        All
    }
}
