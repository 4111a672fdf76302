package dev.hyperterse.compiler.script;

import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptOutcome.Finding;
import dev.hyperterse.compiler.resolve.ScriptSource;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Optional;
import java.util.TreeMap;

/** The messages between the operator and its compiler process: scripts in one direction, outcomes in the other. */
final class ProcessMessages {
    private static final int COMPILED = 1;
    private static final int REJECTED = 2;
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    private ProcessMessages() {}

    static void write(DataOutputStream out, ScriptSource source) throws IOException {
        text(out, source.entry());
        out.writeBoolean(source.language() == ScriptSource.Language.TYPESCRIPT);
        text(out, source.engine().name());
        out.writeInt(source.files().size());
        for (var file : source.files().entrySet()) {
            text(out, file.getKey());
            text(out, file.getValue());
        }
        out.flush();
    }

    static ScriptSource readSource(DataInputStream in) throws IOException {
        var entry = text(in);
        var language = in.readBoolean() ? ScriptSource.Language.TYPESCRIPT : ScriptSource.Language.JAVASCRIPT;
        var engine = ScriptIsolation.valueOf(text(in));
        var files = new TreeMap<String, String>();
        for (var left = in.readInt(); left > 0; left--) {
            files.put(text(in), text(in));
        }
        return new ScriptSource(entry, language, files, engine);
    }

    static void write(DataOutputStream out, ScriptOutcome outcome) throws IOException {
        switch (outcome) {
            case ScriptOutcome.Compiled(var script) -> {
                out.writeByte(COMPILED);
                text(out, script.digest());
                text(out, script.engine().name());
                out.writeInt(script.modules().size());
                for (var module : script.modules()) {
                    text(out, module.file());
                    text(out, module.code());
                    text(out, module.mappings().orElse(""));
                }
            }
            case ScriptOutcome.Rejected(var findings) -> {
                out.writeByte(REJECTED);
                out.writeInt(findings.size());
                for (var finding : findings) {
                    text(out, finding.file());
                    out.writeInt(finding.line());
                    out.writeInt(finding.column());
                    text(out, finding.message());
                }
            }
            case ScriptOutcome.Unavailable(var reason) -> throw new IOException(reason);
        }
        out.flush();
    }

    static ScriptOutcome readOutcome(DataInputStream in) throws IOException {
        var kind = in.readByte();
        return switch (kind) {
            case COMPILED -> {
                var digest = text(in);
                var engine = ScriptIsolation.valueOf(text(in));
                var modules = new ArrayList<ScriptModule>();
                for (var left = in.readInt(); left > 0; left--) {
                    modules.add(new ScriptModule(
                            text(in), text(in), Optional.of(text(in)).filter(it -> !it.isEmpty())));
                }
                yield new ScriptOutcome.Compiled(new CompiledScript(digest, modules, engine));
            }
            case REJECTED -> {
                var findings = new ArrayList<Finding>();
                for (var left = in.readInt(); left > 0; left--) {
                    findings.add(new Finding(text(in), in.readInt(), in.readInt(), text(in)));
                }
                yield new ScriptOutcome.Rejected(findings);
            }
            default -> throw new IOException("no outcome begins with " + kind);
        };
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        var length = in.readInt();
        if (length < 0 || length > MOST_BYTES) {
            throw new IOException("a text of " + length + " bytes");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
