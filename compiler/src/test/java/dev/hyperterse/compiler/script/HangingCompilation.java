package dev.hyperterse.compiler.script;

import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptOutcome.Finding;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Stands in for the compilers: hangs on one script, answers another one when it may, and all others at once. */
final class HangingCompilation {
    private HangingCompilation() {}

    /** Notes in that folder that it has begun. */
    private static void awaitPermission(Path folder) throws IOException {
        Files.createFile(folder.resolve("begun"));
        while (Files.notExists(folder.resolve("go"))) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    public static void main(String[] arguments) throws IOException {
        var in = new DataInputStream(System.in);
        var out = new DataOutputStream(System.out);
        out.writeByte(1);
        out.flush();
        while (true) {
            var source = ProcessMessages.readSource(in);
            while (source.entry().equals("hang.js")) {
                LockSupport.park();
            }
            if (source.entry().equals("wait.js")) {
                awaitPermission(Path.of(source.files().get("wait.js")));
            }
            ProcessMessages.write(out, new ScriptOutcome.Rejected(List.of(new Finding(source.entry(), 1, 1, "seen"))));
        }
    }
}
