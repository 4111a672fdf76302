package dev.hyperterse.compiler.server.setting;

import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.CompiledScripts;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptOutcome.Finding;
import dev.hyperterse.compiler.resolve.ScriptSource;
import dev.hyperterse.crds.v1alpha1.action.Script;
import dev.hyperterse.crds.v1alpha1.server.ServerScripts;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import java.util.Optional;

/**
 * The compiled form of a script, or the reason why there is none.
 *
 * @param path of the script in its object
 */
public record ScriptLink(String path) {
    /** Where definitions have theirs. */
    public static final String PATH = "spec.script";

    private static final String SOURCE = ".source";
    private static final String COMPILES = "script-compiles";

    /** More than a leaf has room for, and as much as compiles within its time. */
    private static final int MOST_CHARACTERS = 512 * 1024;

    /**
     * @param engine that the script asks for
     * @param ofServer the engine of scripts that ask for none, and of all where it isolates them
     * @param name that an inline script is called by
     */
    public Checked<CompiledScript> of(
            Optional<Script.Language> language,
            Optional<Script.Engine> engine,
            ScriptIsolation ofServer,
            Document written,
            String name,
            References references,
            CompiledScripts scripts) {
        if (engine.filter(Script.Engine.Unrecognized::equals).isPresent()) {
            return Checked.faulty(Unsupported.unknownValue(path + ".engine"));
        }
        if (ofServer == ScriptIsolation.Isolated
                && engine.filter(it -> isolation(it) != ScriptIsolation.Isolated)
                        .isPresent()) {
            return Checked.faulty(notShared(path + ".engine", "the server isolates all scripts", "leave it out"));
        }
        if (language.filter(Script.Language.Unrecognized::equals).isPresent()) {
            return Checked.faulty(Unsupported.unknownValue(path + ".language"));
        }
        if (written == null) {
            return Checked.faulty(
                    Reason.InvalidSpec.problem(path + SOURCE, "one-source", "the script has no source", "write one"));
        }
        return references
                .script(written, path + SOURCE, name, language.map(ScriptLink::language))
                .then(source -> compiled(
                        source.in(engine.map(ScriptLink::isolation).orElse(ofServer)),
                        text(written, references),
                        scripts));
    }

    /** Where the text of a script stands, and whether messages may quote it. */
    private enum Text {
        INLINE,
        BESIDE_ITS_OBJECT,
        IN_THE_CLUSTER
    }

    private static Text text(Document written, References references) {
        if (written.inline().isPresent()) {
            return Text.INLINE;
        }
        return written.configMapKeyRef().filter(references::quotes).isPresent()
                ? Text.BESIDE_ITS_OBJECT
                : Text.IN_THE_CLUSTER;
    }

    /** The engine of scripts that do not ask for one. */
    public static ScriptIsolation engine(Optional<ServerScripts> scripts) {
        return scripts.flatMap(ServerScripts::engine).map(ScriptLink::isolation).orElse(ScriptIsolation.Shared);
    }

    private static ScriptIsolation isolation(Script.Engine engine) {
        return switch (engine) {
            case Shared -> ScriptIsolation.Shared;
            case Fresh -> ScriptIsolation.Fresh;
            // A value of a newer API asks for no less than isolation.
            case Isolated, Unrecognized -> ScriptIsolation.Isolated;
        };
    }

    public static Problem notShared(String path, String message, String remedy) {
        return Reason.NotAllowedScript.problem(path, "script-engine", message, remedy);
    }

    public Problem notGranted() {
        return Reason.NotAllowedScript.problem(
                path,
                "scripts-granted",
                "the server does not run scripts of this namespace",
                "its owner can add the namespace to spec.scripts.namespaces");
    }

    private static ScriptSource.Language language(Script.Language language) {
        return language == Script.Language.TypeScript
                ? ScriptSource.Language.TYPESCRIPT
                : ScriptSource.Language.JAVASCRIPT;
    }

    private Checked<CompiledScript> compiled(ScriptSource source, Text text, CompiledScripts scripts) {
        if (source.characters() > MOST_CHARACTERS) {
            return Checked.faulty(Reason.InvalidScript.problem(
                    path + SOURCE,
                    "script-size",
                    "the script and its imports have more than %d characters".formatted(MOST_CHARACTERS),
                    "split it into several tools"));
        }
        return scripts.outcome(source)
                .map(outcome -> switch (outcome) {
                    case ScriptOutcome.Compiled(var script) -> Checked.sound(script);
                    case ScriptOutcome.Rejected(var findings) ->
                        Checked.<CompiledScript>faulty(findings.stream()
                                .map(finding -> switch (text) {
                                    case INLINE -> quoting(finding, source, ".inline");
                                    case BESIDE_ITS_OBJECT ->
                                        quoting(finding, source, ".configMapKeyRef")
                                                .in(finding.file());
                                    case IN_THE_CLUSTER -> inConfigMap(finding);
                                })
                                .toList());
                    case ScriptOutcome.Unavailable(var reason) ->
                        Checked.<CompiledScript>faulty(pending("the script could not be compiled: " + reason));
                })
                .orElseGet(() -> Checked.faulty(pending("the script is being compiled")));
    }

    private Problem pending(String message) {
        return Reason.ScriptNotCompiled.problem(path + SOURCE, "script-compiled", message, "it is tried again");
    }

    private Problem quoting(Finding finding, ScriptSource source, String field) {
        var problem = Reason.InvalidScript.problem(
                path + SOURCE + field, COMPILES, finding.message(), ScriptAdvice.of(path, finding, source));
        return finding.line() == 0
                ? problem
                : problem.at(position(finding, source.files().get(finding.file())));
    }

    /** Readers of a status need not be allowed to read the ConfigMap, so the message has no word of it but the key. */
    private Problem inConfigMap(Finding finding) {
        return Reason.InvalidScript.problem(
                path + SOURCE + ".configMapKeyRef",
                COMPILES,
                finding.line() == 0
                        ? "the key '%s' of the ConfigMap does not compile".formatted(finding.file())
                        : "the key '%s' of the ConfigMap does not compile at %d:%d"
                                .formatted(finding.file(), finding.line(), finding.column()),
                "see this position of the key; messages do not quote ConfigMaps");
    }

    /** The place of a finding; the end of the text where the compiler saw it behind that. */
    private static Position position(Finding finding, String text) {
        var offset = 0;
        for (var line = 1; line < finding.line() && offset < text.length(); line++) {
            var end = text.indexOf('\n', offset);
            offset = end < 0 ? text.length() : end + 1;
        }
        return Position.in(text, Math.min(offset + finding.column() - 1, text.length()));
    }
}
