package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.catalog.request.HeaderRules;
import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.server.adapter.ApiAuth;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.Tls;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.compiler.server.setting.Measures;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter;
import dev.hyperterse.crds.v1alpha1.adapter.HttpApi;
import dev.hyperterse.crds.v1alpha1.adapter.Mongodb;
import dev.hyperterse.crds.v1alpha1.adapter.Mysql;
import dev.hyperterse.crds.v1alpha1.adapter.Postgres;
import dev.hyperterse.crds.v1alpha1.adapter.Sqlite;
import dev.hyperterse.crds.v1alpha1.server.ServerScripts.Fetch.Addresses;
import dev.hyperterse.crds.v1alpha1.shared.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Compiles the database, API or server behind one adapter: the connection, which all engines have, and what only its engine has. */
record EngineCompiler(SettingText settings, SettingValues values, AdapterOwner owner) {
    private static final String UNRECOGNIZED = Adapter.Engine.Unrecognized.name();

    /** The way to any engine; a file has an address alone. */
    private record Connection(
            ValueKey url,
            Optional<ValueKey> username,
            Optional<ValueKey> password,
            Optional<String> passwordFile,
            Tls tls) {}

    Checked<Engine> compile(Adapter adapter, String path) {
        if (adapter.engine() == null || adapter.engine() == Adapter.Engine.Unrecognized) {
            return Checked.faulty(Unsupported.unknownValue(path + ".engine"));
        }
        var problems = new ArrayList<>(ConnectionRules.check(adapter, path));
        var connection = connection(adapter, path, problems);
        var engine = engine(adapter, path, problems);
        return problems.isEmpty() ? Checked.sound(engine.apply(connection.orElseThrow())) : Checked.faulty(problems);
    }

    private Function<Connection, Engine> engine(Adapter adapter, String path, List<Problem> problems) {
        return switch (adapter.engine()) {
            case Postgres -> postgres(adapter.postgres(), path + ".postgres", problems);
            case Mysql -> mysql(adapter.mysql(), path + ".mysql", problems);
            case Sqlite -> sqlite(adapter.sqlite(), path + ".sqlite", problems);
            case Mongodb -> mongodb(adapter.mongodb(), path + ".mongodb", problems);
            case Redis -> it -> new Engine.Redis(it.url(), it.username(), it.password(), it.passwordFile(), it.tls());
            case Http -> http(adapter, path + ".http", problems, Engine.Http::new);
            case Mcp ->
                http(
                        adapter,
                        path + ".http",
                        problems,
                        (url, username, password, tls, addresses, headers, auth) -> new Engine.Mcp(
                                url, username, password, tls, addresses, headers, auth, asksUsers(adapter)));
            case Unrecognized -> throw new IllegalArgumentException("an engine that no build knows");
        };
    }

    private static boolean asksUsers(Adapter adapter) {
        return adapter.http()
                .flatMap(HttpApi::elicitation)
                .filter(HttpApi.Elicitation.Allowed::equals)
                .isPresent();
    }

    /** Makes an engine behind HTTP of its settings. */
    @FunctionalInterface
    private interface OverHttp {
        Engine of(
                ValueKey url,
                Optional<ValueKey> username,
                Optional<ValueKey> password,
                Tls tls,
                FetchGrant.Addresses addresses,
                Map<String, ValueKey> headers,
                Optional<ApiAuth> auth);
    }

    private Function<Connection, Engine> http(Adapter adapter, String path, List<Problem> problems, OverHttp engine) {
        var declared = adapter.http();
        var addresses = Choice.checked(
                        declared.flatMap(HttpApi::addresses).orElse(Addresses.Public),
                        FetchGrant.Addresses.class,
                        path + ".addresses")
                .valid(problems)
                .orElse(FetchGrant.Addresses.Public);
        Map<String, ValueKey> headers = new TreeMap<>();
        var sent = declared.map(HttpApi::headers).orElseGet(List::of);
        for (var index = 0; index < sent.size(); index++) {
            var header = sent.get(index);
            var name = header.name().toLowerCase(Locale.ROOT);
            var at = FieldPath.item(path + ".headers", index);
            var value = values.value(new Setting(header.value(), header.valueFrom()), at)
                    .then(text -> HeaderRules.isText(text)
                            ? Checked.sound(text)
                            : Checked.faulty(Reason.InvalidAdapter.problem(
                                    at,
                                    "header-text",
                                    "the header has a line break or another character that no header may have",
                                    "write ASCII on one line; a line break at the end of a Secret counts")));
            values.put("header-" + name, value, problems).ifPresent(key -> headers.put(name, key));
        }
        var auth = declared.flatMap(HttpApi::auth)
                .flatMap(it -> new ApiAuthCompiler(values, owner.verifying(), path + ".auth", problems).compile(it));
        return it -> engine.of(it.url(), it.username(), it.password(), it.tls(), addresses, headers, auth);
    }

    private Optional<Connection> connection(Adapter adapter, String path, List<Problem> problems) {
        var address = settings.render(adapter.url(), path + ".url", Reason.InvalidAdapter)
                .then(it -> DatabaseUrl.read(adapter.engine(), it.text(), path + ".url"));
        var url = values.put("url", address.map(DatabaseUrl::url), problems);
        var username = values.setting("username", adapter.username(), path + ".username", problems);
        var password = values.setting("password", adapter.password(), path + ".password", problems);
        var declared = adapter.tls().map(it -> tls(it, path + ".tls", problems));
        if (url.isEmpty()) {
            return Optional.empty();
        }
        var read = address.valid().orElseThrow();
        declared.flatMap(it -> read.contradiction(it.mode(), path)).ifPresent(problems::add);
        var tls = declared.orElseGet(() -> new Tls(read.tls(), Optional.empty(), Optional.empty(), Optional.empty()));
        return Optional.of(new Connection(url.get(), username, password, adapter.passwordFile(), tls));
    }

    private Function<Connection, Engine> postgres(Optional<Postgres> declared, String path, List<Problem> problems) {
        var parameters = parameters(declared.flatMap(Postgres::parameters), path + ".parameters", problems);
        if (declared.filter(it -> it.roles().contains(Postgres.NO_ROLE)).isPresent()) {
            problems.add(Reason.InvalidAdapter.problem(
                    path + ".roles",
                    "no-role",
                    "'none' is PostgreSQL's name for the role of the connection itself",
                    "remove it, or name the role"));
        }
        return it ->
                new Engine.Postgres(it.url(), it.username(), it.password(), it.passwordFile(), it.tls(), parameters);
    }

    private static Function<Connection, Engine> mysql(Optional<Mysql> declared, String path, List<Problem> problems) {
        Map<String, String> parameters = new TreeMap<>();
        declared.flatMap(Mysql::parameters)
                .flatMap(Mysql.Parameters::connectionCollation)
                .ifPresent(collation -> {
                    parameters.put("connectionCollation", collation);
                    if (!collation.startsWith("utf8mb4_")) {
                        problems.add(Reason.InvalidAdapter.problem(
                                path + ".parameters.connectionCollation",
                                "utf8mb4",
                                "'%s' is not a collation of utf8mb4, which every connection uses".formatted(collation),
                                "write one such as utf8mb4_unicode_ci"));
                    }
                });
        return it -> new Engine.Mysql(it.url(), it.username(), it.password(), it.passwordFile(), it.tls(), parameters);
    }

    private Function<Connection, Engine> sqlite(Optional<Sqlite> declared, String path, List<Problem> problems) {
        var initSql = declared.flatMap(Sqlite::initSql)
                .flatMap(it -> values.document("init-sql", it, path + ".initSql", problems));
        Map<String, String> parameters = new TreeMap<>();
        declared.flatMap(Sqlite::parameters)
                .flatMap(Sqlite.Parameters::busyTimeout)
                .ifPresent(timeout -> Measures.millis(timeout)
                        .ifPresentOrElse(
                                millis -> parameters.put("busyTimeout", Long.toString(millis)),
                                () -> problems.add(Reason.InvalidAdapter.problem(
                                        path + ".parameters.busyTimeout",
                                        "duration",
                                        "'%s' is not a duration".formatted(timeout),
                                        "write it like 5s"))));
        return it -> new Engine.Sqlite(it.url(), initSql, parameters);
    }

    private Function<Connection, Engine> mongodb(Optional<Mongodb> declared, String path, List<Problem> problems) {
        var database = declared.map(Mongodb::database).orElse("");
        DatabaseUrl.mongodbDatabase(path + ".database", database).ifPresent(problems::add);
        var parameters = parametersOfMongodb(declared.flatMap(Mongodb::parameters), path + ".parameters", problems);
        return it -> new Engine.Mongodb(it.url(), database, it.username(), it.password(), it.tls(), parameters);
    }

    private Map<String, String> parametersOfMongodb(
            Optional<Mongodb.Parameters> declared, String path, List<Problem> problems) {
        var parameters = new TreeMap<String, String>();
        parameters.put("applicationName", owner.name());
        declared.flatMap(Mongodb.Parameters::authSource).ifPresent(it -> parameters.put("authSource", it));
        declared.flatMap(Mongodb.Parameters::replicaSet).ifPresent(it -> parameters.put("replicaSet", it));
        choice("readPreference", declared.flatMap(Mongodb.Parameters::readPreference), path, problems)
                .ifPresent(it -> parameters.put("readPreference", it));
        return parameters;
    }

    private Map<String, String> parameters(
            Optional<Postgres.Parameters> declared, String path, List<Problem> problems) {
        var parameters = new TreeMap<String, String>();
        parameters.put(
                "applicationName",
                declared.flatMap(Postgres.Parameters::applicationName).orElse(owner.name()));
        declared.flatMap(Postgres.Parameters::currentSchema).ifPresent(it -> parameters.put("currentSchema", it));
        choice("targetServerType", declared.flatMap(Postgres.Parameters::targetServerType), path, problems)
                .ifPresent(it -> parameters.put("targetServerType", it));
        return parameters;
    }

    private Tls tls(dev.hyperterse.crds.v1alpha1.adapter.Tls tls, String path, List<Problem> problems) {
        var ca = values.pem("tls-ca", tls.ca(), path + ".ca", problems);
        var certificate = values.pem("tls-certificate", tls.certificate(), path + ".certificate", problems);
        var key = values.pem("tls-key", tls.key(), path + ".key", problems);
        if (tls.certificate().isPresent() != tls.key().isPresent()) {
            problems.add(Reason.InvalidAdapter.problem(
                    path, "certificate-and-key", "only one of certificate and key is set", "set both, or neither"));
        }
        return new Tls(mode(tls.mode(), path, problems), ca, certificate, key);
    }

    private static TlsMode mode(
            dev.hyperterse.crds.v1alpha1.adapter.Tls.Mode mode, String path, List<Problem> problems) {
        return Choice.checked(mode, TlsMode.class, path + ".mode")
                .valid(problems)
                .orElse(TlsMode.VerifyFull);
    }

    /** A constant of the API as drivers spell it: {@code PreferPrimary} is {@code preferPrimary}. */
    private static Optional<String> choice(
            String parameter, Optional<? extends Enum<?>> declared, String path, List<Problem> problems) {
        if (declared.filter(it -> it.name().equals(UNRECOGNIZED)).isPresent()) {
            problems.add(Unsupported.unknownValue(path + "." + parameter));
            return Optional.empty();
        }
        return declared.map(Enum::name).map(name -> name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1));
    }
}
