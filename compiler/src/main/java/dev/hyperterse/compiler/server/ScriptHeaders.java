package dev.hyperterse.compiler.server;

import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.auth.ApiKeysCompiler;
import dev.hyperterse.crds.v1alpha1.auth.Auth;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Which headers of a request scripts may read: those that are named, except for credentials. */
final class ScriptHeaders {
    private static final String PATH = "spec.scripts.headers";
    private static final Set<String> CREDENTIALS =
            Set.of("authorization", "proxy-authorization", "cookie", "dpop", "mcp-session-id");

    private final Set<String> refused = new TreeSet<>(CREDENTIALS);

    ScriptHeaders(Optional<Auth> auth) {
        auth.stream().flatMap(it -> it.plugins().stream()).forEach(plugin -> {
            plugin.apiKey().ifPresent(keys -> refused.add(lower(keys.header().orElse(ApiKeysCompiler.DEFAULT_HEADER))));
            plugin.headers().forEach(header -> refused.add(lower(header)));
        });
    }

    /** Those that may be read, in lower case; the others are problems. */
    List<String> compile(List<String> declared, List<Problem> problems) {
        var readable = new TreeSet<String>();
        for (var index = 0; index < declared.size(); index++) {
            var name = lower(declared.get(index));
            if (refused.contains(name)) {
                problems.add(Reason.InvalidServer.problem(
                        FieldPath.item(PATH, index),
                        "header-is-no-credential",
                        "the header %s holds credentials, which scripts cannot read".formatted(declared.get(index)),
                        "remove it; scripts find the caller in ctx.principal"));
            } else {
                readable.add(name);
            }
        }
        return List.copyOf(readable);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
