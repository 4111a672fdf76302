package dev.hyperterse.compiler.script;

import dev.hyperterse.catalog.script.ModuleNames;
import dev.hyperterse.catalog.script.ScriptModule;
import dev.hyperterse.compiler.resolve.ScriptOutcome.Finding;
import dev.hyperterse.javascript.isolated.Isolate;
import dev.hyperterse.javascript.isolated.IsolateArguments;
import dev.hyperterse.javascript.isolated.IsolateFailure;
import dev.hyperterse.javascript.isolated.IsolateHost;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Whether the engine of isolated scripts can run one that the shared engine has linked. Runs no line of it. */
final class IsolatedCheck {
    private static final int MOST_BYTES = 48 << 20;
    private static final Pattern PLACE = Pattern.compile("([-._a-zA-Z0-9]+):(\\d{1,9}):(\\d{1,9})");

    /** A global that only the shared engine has, as a whole word. */
    private static final List<Pattern> MISSING = List.of(Pattern.compile("(?<![\\w$.'\"`])Intl\\b"));

    private IsolatedCheck() {}

    static Optional<Finding> of(String entry, Map<String, ScriptModule> modules) {
        return modules.values().stream()
                .flatMap(module -> missing(module).stream())
                .findFirst()
                .or(() -> link(entry, modules));
    }

    private static Optional<Finding> missing(ScriptModule module) {
        return MISSING.stream()
                .map(word -> word.matcher(module.code()))
                .filter(found -> found.find())
                .findFirst()
                .map(found -> {
                    var before = module.code().substring(0, found.start());
                    var line = (int) before.chars().filter(it -> it == '\n').count() + 1;
                    return ModuleLinker.finding(
                            module,
                            line,
                            found.start() - before.lastIndexOf('\n'),
                            "engine: Isolated has no %s".formatted(found.group()));
                });
    }

    private static Optional<Finding> link(String entry, Map<String, ScriptModule> modules) {
        try {
            Isolate.start(MOST_BYTES, new Files(modules))
                    .link(entry, modules.get(entry).code());
            return Optional.empty();
        } catch (IsolateFailure refused) {
            var message = "engine: Isolated cannot run it: " + refused.getMessage();
            return Optional.of(PLACE.matcher(refused.stack())
                    .results()
                    .filter(place -> modules.containsKey(place.group(1)))
                    .findFirst()
                    .map(place -> ModuleLinker.finding(
                            modules.get(place.group(1)),
                            Integer.parseInt(place.group(2)),
                            Integer.parseInt(place.group(3)),
                            message))
                    .orElseGet(() -> new Finding(entry, 0, 0, message)));
        }
    }

    /** The files of the script; nothing of it runs, so nothing is called. */
    private record Files(Map<String, ScriptModule> modules) implements IsolateHost {
        @Override
        public Object call(IsolateArguments arguments) {
            throw new IllegalStateException("a script ran that is only linked");
        }

        @Override
        public Optional<String> module(String name) {
            return Optional.ofNullable(modules.get(name)).map(ScriptModule::code);
        }

        @Override
        public Optional<String> resolve(String specifier) {
            return ModuleNames.resolve(specifier, modules.keySet());
        }
    }
}
