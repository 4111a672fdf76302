package dev.hyperterse.compiler.script;

import dev.hyperterse.compiler.resolve.ScriptSource;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/** The process that compiles scripts: one after the other, until its input ends. */
final class ScriptCompilation {
    private static final int READY = 1;

    private ScriptCompilation() {}

    public static void main(String[] arguments) throws IOException {
        var in = new DataInputStream(new BufferedInputStream(System.in));
        var out = new DataOutputStream(new BufferedOutputStream(System.out));
        // A library that prints must not write into the answers.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        try (var linker = new ModuleLinker()) {
            warmUp(linker);
            out.writeByte(READY);
            out.flush();
            while (true) {
                ProcessMessages.write(out, linker.link(ProcessMessages.readSource(in)));
            }
        } catch (EOFException operatorEnded) {
            // Nothing is left to do.
        }
    }

    /** The first of each takes a hundred times as long as others, and no script should be blamed for that. */
    private static void warmUp(ModuleLinker linker) throws IOException {
        try (var _ = new UnpackedLibrary()) {
            for (var language : ScriptSource.Language.values()) {
                linker.link(ScriptSource.of("first", language, "export default () => 1"));
            }
        }
    }
}
