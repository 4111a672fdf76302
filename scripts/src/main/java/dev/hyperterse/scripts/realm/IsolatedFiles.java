package dev.hyperterse.scripts.realm;

import dev.hyperterse.catalog.script.ModuleNames;
import dev.hyperterse.javascript.isolated.IsolateArguments;
import dev.hyperterse.javascript.isolated.IsolateHost;
import dev.hyperterse.scripts.host.ScriptHost;
import java.util.Map;
import java.util.Optional;

/**
 * The host of a world: the files of the script and, while it runs, the operations of scripts.
 *
 * @param files by name
 * @param host of the run; empty while nothing of an author runs
 */
record IsolatedFiles(Map<String, String> files, IsolatedEngine engine, Optional<ScriptHost> host)
        implements IsolateHost {
    @Override
    public Object call(IsolateArguments arguments) {
        var operation = arguments.text(0);
        return operation.equals("part")
                ? engine.part(arguments.text(1)).<Object>map(it -> it).orElse(ScriptHost.REFUSED)
                : host.orElseThrow().execute(operation, new IsolatedArguments(arguments));
    }

    @Override
    public Optional<String> module(String name) {
        return Optional.ofNullable(files.get(name));
    }

    @Override
    public Optional<String> resolve(String specifier) {
        return ModuleNames.resolve(specifier, files.keySet());
    }
}
