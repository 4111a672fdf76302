package dev.hyperterse.compiler.script;

import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.catalog.script.SourcePositions;
import dev.hyperterse.compiler.resolve.ScriptOutcome;
import dev.hyperterse.compiler.resolve.ScriptOutcome.Finding;
import dev.hyperterse.compiler.resolve.ScriptSource;
import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.graalvm.polyglot.PolyglotException;

/**
 * Makes a script's files JavaScript and links them as a replica will, without running a line of them: the first module that
 * is evaluated throws, and all others have been parsed and linked by then.
 */
final class ModuleLinker implements AutoCloseable {
    private static final String STOP = "hyperterse-stop";
    private static final String LINKED = "linked";

    private final Sandbox sandbox = new Sandbox();
    private final TypeScript typeScript = new TypeScript();

    ScriptOutcome link(ScriptSource source) {
        var modules = new LinkedHashMap<String, ScriptModule>();
        var findings = new ArrayList<Finding>();
        // The file with the function comes first.
        add(source, source.entry(), modules, findings);
        source.files().keySet().stream()
                .filter(file -> !file.equals(source.entry()))
                .forEach(file -> add(source, file, modules, findings));
        if (findings.isEmpty()) {
            check(source, modules)
                    .or(() -> source.engine() == ScriptIsolation.Isolated
                            ? IsolatedCheck.of(source.entry(), modules)
                            : Optional.empty())
                    .ifPresent(findings::add);
        }
        return findings.isEmpty()
                ? new ScriptOutcome.Compiled(
                        new CompiledScript(source.digest(), List.copyOf(modules.values()), source.engine()))
                : new ScriptOutcome.Rejected(findings);
    }

    private void add(ScriptSource source, String file, Map<String, ScriptModule> modules, List<Finding> findings) {
        var text = source.files().get(file);
        try {
            modules.put(
                    file,
                    switch (source.language(file)) {
                        case JAVASCRIPT -> new ScriptModule(file, text, Optional.empty());
                        case TYPESCRIPT -> typeScript.compile(file, text);
                    });
        } catch (TypeScript.Rejected rejected) {
            findings.add(rejected.finding());
        }
    }

    private Optional<Finding> check(ScriptSource source, Map<String, ScriptModule> modules) {
        var entry = source.entry();
        var files = new HashMap<String, String>();
        modules.forEach((file, module) -> files.put(file, module.code()));
        files.put(STOP, "throw '%s'".formatted(LINKED));
        var link = "import './%s'; import run from './%s'; run".formatted(STOP, entry);
        try (var context = sandbox.open(ScriptFiles.of(files))) {
            context.eval(Sandbox.module("link", link));
            throw new IllegalStateException("the first module was not evaluated");
        } catch (PolyglotException thrown) {
            return LINKED.equals(thrown.getMessage())
                    ? Optional.empty()
                    : Optional.of(finding(source, modules, thrown));
        }
    }

    private static Finding finding(ScriptSource source, Map<String, ScriptModule> modules, PolyglotException thrown) {
        return thrown.isSyntaxError()
                ? located(source.entry(), modules, thrown)
                : MissingImport.in(source).orElseGet(() -> located(source.entry(), modules, thrown));
    }

    private static Finding located(String entry, Map<String, ScriptModule> modules, PolyglotException thrown) {
        if (thrown.isResourceExhausted()) {
            return new Finding(entry, 0, 0, "it is nested too deeply");
        }
        var place = Optional.ofNullable(thrown.getSourceLocation());
        var file = place.map(it -> it.getSource().getName().replaceFirst("^\\./", ""))
                .orElse(entry);
        var module = Optional.ofNullable(modules.get(file));
        if (place.isEmpty() || module.isEmpty()) {
            return new Finding(entry, 0, 0, words(thrown));
        }
        var line = place.get().getStartLine();
        var column = place.get().getStartColumn();
        return finding(module.get(), line, column, words(thrown));
    }

    /** At the place in the author's text of what is at that place of the code. */
    static Finding finding(ScriptModule module, int line, int column, String message) {
        var original = module.mappings()
                .flatMap(mappings -> SourcePositions.decode(mappings).original(line, column))
                .orElse(new SourcePositions.Place(line, column));
        return new Finding(module.file(), original.line(), original.column(), message);
    }

    /** The first line, without the place and the name of the error, which a problem says in its own way. */
    private static String words(PolyglotException thrown) {
        return thrown.getMessage()
                .lines()
                .findFirst()
                .orElse("it cannot be linked")
                .replaceFirst("^SyntaxError: (?:\\S+:\\d+:\\d+ )?", "")
                .replaceFirst("^Error: ", "");
    }

    @Override
    public void close() {
        sandbox.close();
    }
}
