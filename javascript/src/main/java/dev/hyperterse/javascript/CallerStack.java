package dev.hyperterse.javascript;

import com.oracle.truffle.api.TruffleStackTrace;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.js.runtime.JSErrorType;
import com.oracle.truffle.js.runtime.JSException;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The stack of the JavaScript that calls the host. An error made for it would also walk the frames of Java, which takes ten
 * times as long. Polyglot has no operation for that: this sets a field of the engine, whose version is fixed.
 */
public final class CallerStack {
    private static final Field FRAMES = EngineTables.field(AbstractTruffleException.class, "lazyStackTrace");

    private final Mark mark = new Mark();

    private CallerStack() {
        TruffleStackTrace.fillIn(mark);
    }

    /** Within a call of the host. */
    public static CallerStack here() {
        return new CallerStack();
    }

    /** As in the stack of an error, from its second line on. Within a turn of the same context. */
    public String lines() {
        var error = JSException.create(JSErrorType.Error, "");
        try {
            FRAMES.set(error, mark.getSuppressed()[0]);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("the engine does not take frames", impossible);
        }
        return Arrays.stream(error.getJSStackTrace())
                .map("\n    at %s"::formatted)
                .collect(Collectors.joining());
    }

    /** Not an exception of JavaScript: those take the frames of Java, too. */
    private static final class Mark extends Exception {
        private static final long serialVersionUID = 1L;

        Mark() {
            super(null, null, true, false);
        }
    }
}
