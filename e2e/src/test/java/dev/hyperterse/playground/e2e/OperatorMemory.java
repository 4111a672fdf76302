package dev.hyperterse.playground.e2e;

import dev.hyperterse.playground.Playground;
import java.io.IOException;
import java.nio.file.Path;

/** Has the operator's JVM collect its garbage, so that its heap is what it needs. */
final class OperatorMemory {
    private OperatorMemory() {}

    static void collectGarbage(Playground playground) throws IOException, InterruptedException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        for (var pod : playground.pods()) {
            if (pod.namespace().equals(AdminFigures.OPERATOR_NAMESPACE)) {
                var process = playground.process(pod.namespace(), pod.name()).orElseThrow();
                var exit = new ProcessBuilder(jcmd, Long.toString(process.pid()), "GC.run")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
                if (exit != 0) {
                    throw new IOException("jcmd ended with " + exit);
                }
            }
        }
    }
}
