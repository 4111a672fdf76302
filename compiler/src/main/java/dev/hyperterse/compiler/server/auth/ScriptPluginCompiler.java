package dev.hyperterse.compiler.server.auth;

import dev.hyperterse.catalog.HeaderNames;
import dev.hyperterse.catalog.encoding.CatalogCodec;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.server.setting.ScriptLink;
import dev.hyperterse.crds.v1alpha1.auth.AuthPlugin.ScriptPlugin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compiles a plugin by script. It is a part of the server, as adapters are: it reads the variables that it names and
 * fetches what the server allows, regardless of grants to definitions.
 */
final class ScriptPluginCompiler {
    /** Of the JSON of one script: all values of a server share one Secret, which holds two sets of them for a moment. */
    private static final int MOST_CHARACTERS = 64 * 1024;

    private final References references;
    private final ScriptRights rights;
    private final String plugin;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<ValueKey, String> values = new HashMap<>();

    ScriptPluginCompiler(References references, ScriptRights rights, String plugin) {
        this.references = references;
        this.rights = rights;
        this.plugin = plugin;
    }

    /** @param path of the plugin */
    Checked<AuthCompiler.Plugin> compile(
            ScriptPlugin declared, List<String> headers, Optional<String> resource, String path) {
        var given = headers(headers, path + ".headers");
        var environment = environment(declared.env(), path + ".script.env");
        var script = new ScriptLink(path + ".script")
                .of(
                        declared.language(),
                        Optional.empty(),
                        rights.engine(),
                        declared.source(),
                        plugin,
                        references,
                        rights.scripts())
                .valid(problems);
        var code = ValueKey.auth(plugin, "code");
        script.ifPresent(it -> values.put(code, code(it, path + ".script.source")));
        var fetch = rights.fetch();
        problems.addAll(new AuthorizationServers(plugin, given, resource)
                .problems(declared.authorizationServers(), path + ".script.authorizationServers"));
        return Checked.unless(
                problems,
                new AuthCompiler.Plugin(
                        new AuthPlugin.Script(plugin, given, code, environment, fetch, declared.authorizationServers()),
                        values));
    }

    private String code(CompiledScript script, String path) {
        var code = new CatalogCodec().encode(script);
        if (code.length() > MOST_CHARACTERS) {
            problems.add(Reason.InvalidAuth.problem(
                    path,
                    "plugin-script-size",
                    "the script and its imports are compiled to more than %d characters".formatted(MOST_CHARACTERS),
                    "leave out what authentication does not need"));
        }
        return code;
    }

    private List<String> headers(List<String> declared, String path) {
        var given = new TreeSet<String>();
        for (var index = 0; index < declared.size(); index++) {
            var name = declared.get(index);
            if (TakenHeaders.isTaken(name)) {
                problems.add(Reason.InvalidAuth.problem(
                        FieldPath.item(path, index),
                        "header-of-its-own",
                        "the header %s is reserved".formatted(name),
                        "choose another one, such as Authorization"));
            }
            given.add(HeaderNames.lowerCase(name));
        }
        if (given.isEmpty()) {
            problems.add(Reason.InvalidAuth.problem(
                    path,
                    "script-reads-headers",
                    "the script gets no header, so it cannot authenticate a caller",
                    "name those that hold credentials, such as Authorization"));
        }
        return List.copyOf(given);
    }

    private TreeMap<String, ValueKey> environment(List<String> declared, String path) {
        var environment = new TreeMap<String, ValueKey>();
        for (var index = 0; index < declared.size(); index++) {
            var name = declared.get(index);
            var value = rights.environment().find(name).flatMap(it -> it.value());
            if (value.isEmpty()) {
                problems.add(Reason.EnvNotFound.problem(
                        FieldPath.item(path, index),
                        "env-exists",
                        "the server has no environment value '%s'".formatted(name),
                        "add it to spec.env, or see the problem of it there"));
            }
            var key = ValueKey.auth(plugin, "env/" + name);
            environment.put(name, key);
            value.ifPresent(text -> values.put(key, text));
        }
        return environment;
    }
}
