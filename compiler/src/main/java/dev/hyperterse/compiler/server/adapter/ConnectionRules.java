package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter.Engine;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which fields an adapter may have together. A replica checks again that a password file stays within its folder. */
final class ConnectionRules {
    private static final Pattern BELOW_THE_FOLDER =
            Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");

    private ConnectionRules() {}

    static List<Problem> check(Adapter adapter, String path) {
        var problems = new ArrayList<Problem>();
        membersOfOtherEngines(adapter, path, problems);
        credentials(adapter, path, problems);
        passwordFile(adapter.passwordFile(), path, problems);
        return problems;
    }

    private static void membersOfOtherEngines(Adapter adapter, String path, List<Problem> problems) {
        // In the order of the engines: a status must not change with the process that writes it.
        var members = new EnumMap<Engine, Optional<?>>(Map.of(
                Engine.Postgres, adapter.postgres(),
                Engine.Mysql, adapter.mysql(),
                Engine.Sqlite, adapter.sqlite(),
                Engine.Mongodb, adapter.mongodb(),
                Engine.Http, adapter.http()));
        members.forEach((engine, member) -> {
            if (member.isPresent() && engine != memberOf(adapter.engine())) {
                var name = engine.name().toLowerCase(Locale.ROOT);
                problems.add(Reason.InvalidAdapter.problem(
                        path + "." + name,
                        "member-of-engine",
                        "the engine is %s".formatted(adapter.engine()),
                        "remove %s, or set engine: %s".formatted(name, engine)));
            }
        });
    }

    /** An MCP server is reached as an HTTP API is. */
    private static Engine memberOf(Engine engine) {
        return engine == Engine.Mcp ? Engine.Http : engine;
    }

    private static void credentials(Adapter adapter, String path, List<Problem> problems) {
        var password = adapter.password().isPresent();
        var file = adapter.passwordFile().isPresent();
        if (password && file) {
            problems.add(Reason.InvalidAdapter.problem(
                    path, "one-password", "both password and passwordFile are set", "remove one of the two"));
        }
        var username = adapter.username().isPresent();
        if (adapter.engine() == Engine.Sqlite
                && (username || password || file || adapter.tls().isPresent())) {
            problems.add(Reason.InvalidAdapter.problem(
                    path,
                    "no-credentials",
                    "SQLite opens a file, which has no user and no TLS",
                    "remove username, password, passwordFile and tls"));
        }
        if (adapter.engine() == Engine.Mongodb && file) {
            problems.add(Reason.InvalidAdapter.problem(
                    path + ".passwordFile", "no-password-file", "MongoDB reads no password file", "set password"));
        }
        if (adapter.engine() == Engine.Http || adapter.engine() == Engine.Mcp) {
            new HttpRules(path, problems).check(adapter);
        }
        if (adapter.engine() == Engine.Redis && username && !password && !file) {
            problems.add(Reason.InvalidAdapter.problem(
                    path + ".username",
                    "username-and-password",
                    "username is set without a password",
                    "set password or passwordFile, or remove username to connect as the default user"));
        }
    }

    private static void passwordFile(Optional<String> file, String path, List<Problem> problems) {
        file.filter(name -> !BELOW_THE_FOLDER.matcher(name).matches())
                .ifPresent(name -> problems.add(Reason.InvalidAdapter.problem(
                        path + ".passwordFile",
                        "path-of-secret",
                        "'%s' is not a path below the folder of secrets".formatted(name),
                        "write a relative path of letters, digits, _, - and ., such as db/password; mount the file "
                                + "below /var/run/hyperterse/secrets")));
    }
}
