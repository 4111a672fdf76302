package dev.hyperterse.telemetry.logging;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What this process logs while something runs. */
public final class CapturedLog {
    private CapturedLog() {}

    public static synchronized String during(Runnable work) {
        var lines = new ByteArrayOutputStream();
        try {
            var stream = LogOutput.class.getDeclaredField("stream");
            stream.setAccessible(true);
            var before = stream.get(LogOutput.ofThisProcess());
            stream.set(LogOutput.ofThisProcess(), new PrintStream(lines, true, StandardCharsets.UTF_8));
            try {
                work.run();
            } finally {
                stream.set(LogOutput.ofThisProcess(), before);
            }
        } catch (ReflectiveOperationException changed) {
            throw new AssertionError(changed);
        }
        return lines.toString(StandardCharsets.UTF_8);
    }
}
