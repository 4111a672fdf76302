package dev.hyperterse.javascript;

import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.instrumentation.EventContext;
import com.oracle.truffle.api.instrumentation.ExecutionEventNode;
import com.oracle.truffle.api.instrumentation.SourceSectionFilter;
import com.oracle.truffle.api.instrumentation.TruffleInstrument;
import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.js.nodes.binary.JSExponentiateNode;
import com.oracle.truffle.js.nodes.binary.JSLeftShiftNode;
import com.oracle.truffle.js.nodes.binary.JSMultiplyNode;
import com.oracle.truffle.js.nodes.binary.JSRightShiftNode;
import com.oracle.truffle.js.nodes.instrumentation.JSTags;
import com.oracle.truffle.js.runtime.BigInt;
import com.oracle.truffle.js.runtime.Errors;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Pattern;

/**
 * Bounds the operators that multiply the size of a BigInt. The library of the JVM computes one result of up to 256 MiB for
 * minutes, and nothing ends a run within it. Only files that can multiply BigInts pay for it.
 */
@TruffleInstrument.Registration(id = BigIntBound.ID, services = BigIntBound.class)
public final class BigIntBound extends TruffleInstrument {
    static final String ID = "bigint-bound";

    /** As much as the wrapped methods allow; computed within a second. */
    static final int MOST_BITS = 1 << 20;

    /**
     * A literal, a built-in object that makes them, or ways to refer to these by names that the text does not contain. The
     * operators that make most of little are checked in any file, because its functions can get BigInts of another.
     */
    private static final Pattern CAN_MULTIPLY = Pattern.compile(
            "\\b[0-9][0-9A-Fa-fOoXx_]*n\\b|Big(?:Int|Uint)|DataView|globalThis|\\\\u|(?<!/)[*][*](?!/)|<<|(?<!>)>>(?!>)");

    private final Map<Source, Boolean> files = Collections.synchronizedMap(new WeakHashMap<>());

    @Override
    protected void onCreate(Env environment) {
        environment
                .getInstrumenter()
                .attachExecutionEventFactory(
                        SourceSectionFilter.newBuilder()
                                .tagIs(JSTags.BinaryOperationTag.class)
                                .sourceIs(this::canMultiply)
                                .build(),
                        SourceSectionFilter.ANY,
                        // Also for operations that do not multiply: without a node for these, those within them have
                        // none.
                        Check::new);
        environment.registerService(this);
    }

    /** The engine asks for each function of a file. */
    private boolean canMultiply(Source source) {
        return !source.isInternal()
                && files.computeIfAbsent(
                        source, it -> CAN_MULTIPLY.matcher(it.getCharacters()).find());
    }

    private static final class Check extends ExecutionEventNode {
        private final EventContext context;

        Check(EventContext context) {
            this.context = context;
        }

        @Override
        protected void onInputValue(VirtualFrame frame, EventContext input, int index, Object value) {
            if (!(value instanceof BigInt given)) {
                return;
            }
            if (index == 0) {
                saveInputValue(frame, index, value);
            } else if (getSavedInputValues(frame)[0] instanceof BigInt left && bits(left, given) > MOST_BITS) {
                throw Errors.createRangeError("one operation makes a BigInt of at most %d bits".formatted(MOST_BITS));
            }
        }

        private double bits(BigInt left, BigInt right) {
            var bits = left.bitLength();
            return switch (context.getInstrumentedNode()) {
                case JSMultiplyNode _ -> (double) bits + right.bitLength();
                case JSExponentiateNode _ -> bits <= 1 ? bits : bits * right.doubleValue();
                case JSLeftShiftNode _ -> bits + right.doubleValue();
                case JSRightShiftNode _ -> bits - right.doubleValue();
                default -> 0;
            };
        }
    }
}
