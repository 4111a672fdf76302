package dev.hyperterse.operator.script;

import dev.hyperterse.operator.resolve.ScriptOutcome;
import dev.hyperterse.operator.resolve.ScriptOutcome.Finding;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Stands in for the compilers: hangs on one script and answers all others. */
final class HangingCompilation {
    private HangingCompilation() {}

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
            ProcessMessages.write(out, new ScriptOutcome.Rejected(List.of(new Finding(source.entry(), 1, 1, "seen"))));
        }
    }
}
