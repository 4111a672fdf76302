package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.server.Engine.Tls;
import dev.hyperterse.catalog.server.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.resolve.Resolved;
import dev.hyperterse.compiler.server.setting.Measures;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.Mongodb;
import dev.hyperterse.crds.v1alpha1.Mysql;
import dev.hyperterse.crds.v1alpha1.Postgres;
import dev.hyperterse.crds.v1alpha1.Redis;
import dev.hyperterse.crds.v1alpha1.ServerDocument;
import dev.hyperterse.crds.v1alpha1.Setting;
import dev.hyperterse.crds.v1alpha1.Sqlite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Compiles the database behind one adapter. */
final class EngineCompiler {
    private static final Tls DEFAULT_TLS =
            new Tls(TlsMode.Prefer, Optional.empty(), Optional.empty(), Optional.empty());

    private static final Tls WITHOUT_TLS =
            new Tls(TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());

    private static final Tls VERIFIED_TLS =
            new Tls(TlsMode.VerifyFull, Optional.empty(), Optional.empty(), Optional.empty());

    private final References references;
    private final SettingText settings;
    private final AdapterValues values;
    private final String serverName;

    EngineCompiler(References references, SettingText settings, AdapterValues values, String serverName) {
        this.references = references;
        this.settings = settings;
        this.values = values;
        this.serverName = serverName;
    }

    Checked<Engine> postgres(Postgres postgres, String path) {
        var problems = new ArrayList<Problem>();
        var url = put(
                "url",
                address(postgres.url(), path + ".url").then(it -> DatabaseUrl.postgres(path + ".url", it)),
                problems);
        var username = setting("username", postgres.username(), path + ".username", problems);
        var password = setting("password", postgres.password(), path + ".password", problems);
        PasswordFileRules.check(postgres.password(), postgres.passwordFile(), path)
                .forEach(problems::add);
        var tls = postgres.tls().map(it -> tls(it, path + ".tls", problems)).orElse(DEFAULT_TLS);
        var parameters = parameters(postgres.parameters(), path + ".parameters", problems);
        if (postgres.roles().contains(Postgres.NO_ROLE)) {
            problems.add(invalid(
                    path + ".roles",
                    "no-role",
                    "'none' is PostgreSQL's name for the role of the connection itself",
                    "remove it, or name the role"));
        }
        return problems.isEmpty()
                ? Checked.sound(new Engine.Postgres(
                        url.orElseThrow(), username, password, postgres.passwordFile(), tls, parameters))
                : Checked.faulty(problems);
    }

    Checked<Engine> mysql(Mysql mysql, String path) {
        var problems = new ArrayList<Problem>();
        var url = put(
                "url", address(mysql.url(), path + ".url").then(it -> DatabaseUrl.mysql(path + ".url", it)), problems);
        var username = setting("username", mysql.username(), path + ".username", problems);
        var password = setting("password", mysql.password(), path + ".password", problems);
        PasswordFileRules.check(mysql.password(), mysql.passwordFile(), path).forEach(problems::add);
        var tls = mysql.tls().map(it -> tls(it, path + ".tls", problems)).orElse(DEFAULT_TLS);
        Map<String, String> parameters = new TreeMap<>();
        mysql.parameters().flatMap(Mysql.Parameters::connectionCollation).ifPresent(collation -> {
            parameters.put("connectionCollation", collation);
            if (!collation.startsWith("utf8mb4_")) {
                problems.add(invalid(
                        path + ".parameters.connectionCollation",
                        "utf8mb4",
                        "'%s' is not a collation of utf8mb4, which every connection uses".formatted(collation),
                        "write one such as utf8mb4_unicode_ci"));
            }
        });
        return problems.isEmpty()
                ? Checked.sound(
                        new Engine.Mysql(url.orElseThrow(), username, password, mysql.passwordFile(), tls, parameters))
                : Checked.faulty(problems);
    }

    Checked<Engine> sqlite(Sqlite sqlite, String path) {
        var problems = new ArrayList<Problem>();
        var url = put(
                "url",
                address(sqlite.url(), path + ".url").then(it -> DatabaseUrl.sqlite(path + ".url", it)),
                problems);
        var initSql = sqlite.initSql().flatMap(it -> document("init-sql", it, path + ".initSql", problems));
        Map<String, String> parameters = new TreeMap<>();
        sqlite.parameters().flatMap(Sqlite.Parameters::busyTimeout).ifPresent(timeout -> Measures.millis(timeout)
                .ifPresentOrElse(
                        millis -> parameters.put("busyTimeout", Long.toString(millis)),
                        () -> problems.add(invalid(
                                path + ".parameters.busyTimeout",
                                "duration",
                                "'%s' is not a duration".formatted(timeout),
                                "write it like 5s"))));
        return problems.isEmpty()
                ? Checked.sound(new Engine.Sqlite(url.orElseThrow(), initSql, parameters))
                : Checked.faulty(problems);
    }

    Checked<Engine> mongodb(Mongodb mongodb, String path) {
        var problems = new ArrayList<Problem>();
        var url = put(
                "url",
                address(mongodb.url(), path + ".url").then(it -> DatabaseUrl.mongodb(path + ".url", it)),
                problems);
        DatabaseUrl.mongodbDatabase(path + ".database", mongodb.database()).ifPresent(problems::add);
        var username = setting("username", mongodb.username(), path + ".username", problems);
        var password = setting("password", mongodb.password(), path + ".password", problems);
        var tls = mongodb.tls().map(it -> tls(it, path + ".tls", problems)).orElse(WITHOUT_TLS);
        if (tls.mode() == TlsMode.Prefer) {
            problems.add(invalid(
                    path + ".tls.mode",
                    "tls-mode",
                    "MongoDB does not negotiate whether a connection is encrypted",
                    "set Disable, Require, VerifyCa or VerifyFull"));
        }
        var parameters = parametersOfMongodb(mongodb.parameters(), path + ".parameters", problems);
        return problems.isEmpty()
                ? Checked.sound(
                        new Engine.Mongodb(url.orElseThrow(), mongodb.database(), username, password, tls, parameters))
                : Checked.faulty(problems);
    }

    private Map<String, String> parametersOfMongodb(
            Optional<Mongodb.Parameters> declared, String path, List<Problem> problems) {
        var parameters = new TreeMap<String, String>();
        parameters.put("applicationName", serverName);
        declared.flatMap(Mongodb.Parameters::authSource).ifPresent(it -> parameters.put("authSource", it));
        declared.flatMap(Mongodb.Parameters::replicaSet).ifPresent(it -> parameters.put("replicaSet", it));
        declared.flatMap(Mongodb.Parameters::readPreference).ifPresent(preference -> {
            switch (preference) {
                case Primary -> parameters.put("readPreference", "primary");
                case PrimaryPreferred -> parameters.put("readPreference", "primaryPreferred");
                case Secondary -> parameters.put("readPreference", "secondary");
                case SecondaryPreferred -> parameters.put("readPreference", "secondaryPreferred");
                case Nearest -> parameters.put("readPreference", "nearest");
                case Unrecognized -> problems.add(Unsupported.unknownValue(path + ".readPreference"));
            }
        });
        return parameters;
    }

    Checked<Engine> redis(Redis redis, String path) {
        var problems = new ArrayList<Problem>();
        var url = address(redis.url(), path + ".url").then(it -> DatabaseUrl.redis(path + ".url", it));
        var key = put("url", url, problems);
        var username = setting("username", redis.username(), path + ".username", problems);
        var password = setting("password", redis.password(), path + ".password", problems);
        PasswordFileRules.check(redis.password(), redis.passwordFile(), path).forEach(problems::add);
        if (username.isPresent()
                && redis.password().isEmpty()
                && redis.passwordFile().isEmpty()) {
            problems.add(invalid(
                    path + ".username",
                    "username-and-password",
                    "username is set without a password",
                    "set password or passwordFile, or remove username to connect as the default user"));
        }
        var encrypted = url.valid().filter(it -> it.startsWith("rediss://")).isPresent();
        var tls =
                redis.tls().map(it -> tls(it, path + ".tls", problems)).orElse(encrypted ? VERIFIED_TLS : WITHOUT_TLS);
        url.valid().ifPresent(_ -> checkScheme(encrypted, tls.mode(), path, problems));
        return problems.isEmpty()
                ? Checked.sound(new Engine.Redis(key.orElseThrow(), username, password, redis.passwordFile(), tls))
                : Checked.faulty(problems);
    }

    /** A port of Redis is encrypted or not; the scheme of the address says which. */
    private static void checkScheme(boolean encrypted, TlsMode mode, String path, List<Problem> problems) {
        if (encrypted && (mode == TlsMode.Disable || mode == TlsMode.Prefer)) {
            problems.add(invalid(
                    path + ".tls.mode",
                    "tls-of-scheme",
                    "the address begins with rediss://, which is always encrypted",
                    "set VerifyFull, VerifyCa or Require, or begin the address with redis://"));
        } else if (!encrypted && mode != TlsMode.Disable) {
            problems.add(invalid(
                    path + ".tls.mode",
                    "tls-of-scheme",
                    "the address begins with redis://, which is never encrypted",
                    "begin the address with rediss://, or remove tls"));
        }
    }

    private Map<String, String> parameters(
            Optional<Postgres.Parameters> declared, String path, List<Problem> problems) {
        var parameters = new TreeMap<String, String>();
        parameters.put(
                "applicationName",
                declared.flatMap(Postgres.Parameters::applicationName).orElse(serverName));
        declared.flatMap(Postgres.Parameters::currentSchema).ifPresent(it -> parameters.put("currentSchema", it));
        declared.flatMap(Postgres.Parameters::targetServerType).ifPresent(target -> {
            switch (target) {
                case Any -> parameters.put("targetServerType", "any");
                case Primary -> parameters.put("targetServerType", "primary");
                case Secondary -> parameters.put("targetServerType", "secondary");
                case PreferPrimary -> parameters.put("targetServerType", "preferPrimary");
                case PreferSecondary -> parameters.put("targetServerType", "preferSecondary");
                case Unrecognized -> problems.add(Unsupported.unknownValue(path + ".targetServerType"));
            }
        });
        return parameters;
    }

    private Tls tls(dev.hyperterse.crds.v1alpha1.Tls tls, String path, List<Problem> problems) {
        var ca = pem("tls-ca", tls.ca(), path + ".ca", problems);
        var certificate = pem("tls-certificate", tls.certificate(), path + ".certificate", problems);
        var key = pem("tls-key", tls.key(), path + ".key", problems);
        if (tls.certificate().isPresent() != tls.key().isPresent()) {
            problems.add(invalid(
                    path, "certificate-and-key", "only one of certificate and key is set", "set both, or neither"));
        }
        return new Tls(mode(tls.mode(), path, problems), ca, certificate, key);
    }

    private static TlsMode mode(dev.hyperterse.crds.v1alpha1.Tls.Mode mode, String path, List<Problem> problems) {
        return switch (mode) {
            case Disable -> TlsMode.Disable;
            case Prefer -> TlsMode.Prefer;
            case Require -> TlsMode.Require;
            case VerifyCa -> TlsMode.VerifyCa;
            case VerifyFull -> TlsMode.VerifyFull;
            case null -> unknownMode(path, problems);
            case Unrecognized -> unknownMode(path, problems);
        };
    }

    private static TlsMode unknownMode(String path, List<Problem> problems) {
        problems.add(Unsupported.unknownValue(path + ".mode"));
        return TlsMode.VerifyFull;
    }

    private Checked<String> address(String url, String path) {
        return settings.render(url, path, Reason.InvalidAdapter).map(SettingText.Rendered::text);
    }

    private Optional<ValueKey> setting(String name, Optional<Setting> setting, String path, List<Problem> problems) {
        return setting.flatMap(it -> put(name, value(it, path), problems));
    }

    private Checked<String> value(Setting setting, String path) {
        return references
                .referred(setting, path)
                .map(it -> it.map(Resolved::text))
                .or(() -> setting.value().map(text -> settings.render(text, path + ".value", Reason.InvalidAdapter)
                        .map(SettingText.Rendered::text)))
                .orElseGet(() -> Checked.faulty(
                        invalid(path, "one-source", "the setting has no value", "set value or valueFrom")));
    }

    private Optional<ValueKey> pem(String name, Optional<ServerDocument> pem, String path, List<Problem> problems) {
        return pem.flatMap(it -> put(
                name,
                references
                        .document(it, path)
                        .then(text -> text.text().contains("-----BEGIN ")
                                ? Checked.sound(text.text())
                                : Checked.faulty(invalid(
                                        path, "pem", "the document is not PEM", "it has a line -----BEGIN ...-----"))),
                problems));
    }

    private Optional<ValueKey> document(String name, ServerDocument document, String path, List<Problem> problems) {
        return put(name, references.document(document, path).map(Resolved::text), problems);
    }

    private Optional<ValueKey> put(String name, Checked<String> value, List<Problem> problems) {
        problems.addAll(value.problems());
        return value.valid().map(text -> values.put(name, text));
    }

    private static Problem invalid(String path, String rule, String message, String remedy) {
        return Problem.of(Reason.InvalidAdapter, path, rule, message, remedy);
    }
}
