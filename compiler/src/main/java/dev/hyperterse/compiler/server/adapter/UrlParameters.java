package dev.hyperterse.compiler.server.adapter;

import static java.util.Map.entry;

import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter.Engine;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The parameters of an address, as drivers and hosting services write them. The one that chooses TLS is read; of each
 * other one the message says which field replaces it. Names are compared without case, dashes and underscores.
 */
final class UrlParameters {
    private static final Map<String, TlsMode> MODES = Map.ofEntries(
            entry("disable", TlsMode.Disable),
            entry("disabled", TlsMode.Disable),
            entry("allow", TlsMode.Prefer),
            entry("prefer", TlsMode.Prefer),
            entry("preferred", TlsMode.Prefer),
            entry("require", TlsMode.Require),
            entry("required", TlsMode.Require),
            entry("noverify", TlsMode.Require),
            entry("verifyca", TlsMode.VerifyCa),
            entry("verifyfull", TlsMode.VerifyFull),
            entry("verifyidentity", TlsMode.VerifyFull));
    private static final Map<String, TlsMode> MONGODB_MODES =
            Map.of("true", TlsMode.VerifyFull, "false", TlsMode.Disable);

    private static final Map<String, String> OF_ALL = Map.ofEntries(
            entry("user", "username"),
            entry("username", "username"),
            entry("password", "password"),
            entry("ssl", "tls.mode"),
            entry("usessl", "tls.mode"),
            entry("tls", "tls.mode"),
            entry("sslrootcert", "tls.ca"),
            entry("sslca", "tls.ca"),
            entry("tlscafile", "tls.ca"),
            entry("sslcert", "tls.certificate"),
            entry("sslkey", "tls.key"),
            entry("tlscertificatekeyfile", "tls.certificate and tls.key"),
            entry("tlsinsecure", "tls.mode: Require"),
            entry("tlsallowinvalidcertificates", "tls.mode: Require"),
            entry("connecttimeout", "pool.connectionTimeout"),
            entry("connecttimeoutms", "pool.connectionTimeout"),
            entry("logintimeout", "pool.connectionTimeout"),
            entry("connectionlimit", "pool.maxSize"),
            entry("maxpoolsize", "pool.maxSize"),
            entry("pooltimeout", "pool.connectionTimeout"),
            entry("statementtimeout", "statementTimeout"),
            entry("sockettimeout", "statementTimeout"));
    private static final Map<Engine, Map<String, String>> OF_ENGINE = Map.of(
            Engine.Postgres,
            Map.of(
                    "applicationname", "postgres.parameters.applicationName",
                    "currentschema", "postgres.parameters.currentSchema",
                    "searchpath", "postgres.parameters.currentSchema",
                    "schema", "postgres.parameters.currentSchema",
                    "targetservertype", "postgres.parameters.targetServerType",
                    "targetsessionattrs", "postgres.parameters.targetServerType"),
            Engine.Mysql,
            Map.of(
                    "connectioncollation", "mysql.parameters.connectionCollation",
                    "collation", "mysql.parameters.connectionCollation"),
            Engine.Mongodb,
            Map.of(
                    "authsource", "mongodb.parameters.authSource",
                    "replicaset", "mongodb.parameters.replicaSet",
                    "readpreference", "mongodb.parameters.readPreference"),
            Engine.Redis,
            Map.of("db", "the path of the address"));

    private UrlParameters() {}

    /** @param query what follows the question mark, or nothing */
    static Checked<Optional<TlsMode>> read(Engine engine, String query, String path) {
        var problems = new ArrayList<Problem>();
        var replaced = new TreeSet<String>();
        var others = 0;
        var mode = Optional.<TlsMode>empty();
        for (var parameter : query.split("&")) {
            if (parameter.isEmpty()) {
                continue;
            }
            var equals = parameter.indexOf('=');
            var name = plain(equals < 0 ? parameter : parameter.substring(0, equals));
            var field = field(engine, name);
            if (choosesTls(engine, name)) {
                var modes = engine == Engine.Mongodb ? MONGODB_MODES : MODES;
                mode = Optional.ofNullable(modes.get(plain(parameter.substring(equals + 1))));
                if (mode.isEmpty()) {
                    problems.add(problem(
                            path,
                            "the address asks for TLS in a way that is not known",
                            "remove the parameter, and set tls.mode"));
                }
            } else if (field.isPresent()) {
                replaced.add(field.get());
            } else {
                others++;
            }
        }
        if (!replaced.isEmpty() || others > 0) {
            problems.add(problem(
                    path,
                    "the address carries parameters that are fields of the adapter, or not supported",
                    remedy(replaced, others)));
        }
        return Checked.unless(problems, mode);
    }

    private static boolean choosesTls(Engine engine, String name) {
        return switch (engine) {
            case Postgres, Mysql -> name.equals("sslmode");
            case Mongodb -> name.equals("tls") || name.equals("ssl");
            case Redis, Sqlite, Http, Mcp, Unrecognized -> false;
        };
    }

    private static Optional<String> field(Engine engine, String name) {
        return Optional.ofNullable(OF_ENGINE.getOrDefault(engine, Map.of()).get(name))
                .or(() -> Optional.ofNullable(OF_ALL.get(name)));
    }

    private static String remedy(TreeSet<String> replaced, int others) {
        var instead = replaced.isEmpty() ? "" : "set " + String.join(", ", replaced) + " instead; ";
        var unknown = others == 0 ? "" : "%d of them no field replaces; ".formatted(others);
        return instead + unknown + "remove the parameters, and percent-encode ? and # in a password";
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }

    private static Problem problem(String path, String message, String remedy) {
        return Reason.InvalidAdapter.problem(path, "adapter-url", message, remedy);
    }
}
