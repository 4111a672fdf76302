package dev.hyperterse.runtime.connector.postgres;

import com.google.re2j.Pattern;
import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.connector.RequiredValue;
import dev.hyperterse.runtime.connector.UnusableSettings;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.postgresql.PGProperty;

/** What the driver is given: an address that carries nothing else, and properties of which we chose every one. */
record PostgresSettings(String hosts, String database, Properties properties) {
    private static final Pattern ADDRESS =
            Pattern.compile("postgres(?:ql)?://(?:([^/@]*)@)?([A-Za-z0-9._:\\[\\],-]+)(?:/([^/?#&]*))?");

    /** The only parameters a manifest may set; others of the driver load classes or read files. */
    private static final Set<String> ALLOWED = Set.of(
            "applicationName",
            "connectTimeout",
            "currentSchema",
            "loadBalanceHosts",
            "socketTimeout",
            "targetServerType",
            "tcpKeepAlive");

    static PostgresSettings of(Adapter adapter, Engine.Postgres engine, ValueSet values, long maxResultSize) {
        var address = ADDRESS.matcher(RequiredValue.of(values, engine.url(), "url"));
        if (!address.matches()) {
            throw new UnusableSettings("the address is not postgresql://host[:port]/database");
        }
        var properties = fixed(adapter, maxResultSize);
        var userInfo = Optional.ofNullable(address.group(1));
        userInfo.map(info -> decoded(info.split(":", 2)[0])).ifPresent(user -> PGProperty.USER.set(properties, user));
        userInfo.filter(info -> info.contains(":"))
                .map(info -> decoded(info.split(":", 2)[1]))
                .ifPresent(password -> PGProperty.PASSWORD.set(properties, password));
        engine.username()
                .map(key -> RequiredValue.of(values, key, "username"))
                .ifPresent(user -> PGProperty.USER.set(properties, user));
        engine.password()
                .map(key -> RequiredValue.of(values, key, "password"))
                .ifPresent(password -> PGProperty.PASSWORD.set(properties, password));
        parameters(engine.parameters(), properties);
        PemSocketFactory.configure(engine.tls(), values, properties);
        var database = Optional.ofNullable(address.group(3))
                .map(PostgresSettings::decoded)
                .orElse("");
        requireNoZeroByte(database, properties);
        return new PostgresSettings(address.group(2), database, properties);
    }

    /** The protocol ends each of them with one. */
    private static void requireNoZeroByte(String database, Properties properties) {
        var all = Stream.concat(
                Stream.of(database), properties.stringPropertyNames().stream().map(properties::getProperty));
        if (all.anyMatch(text -> text.indexOf('\0') >= 0)) {
            throw new UnusableSettings("the user, the password, the database or a parameter has a zero byte");
        }
    }

    String url() {
        return "jdbc:postgresql://" + hosts + "/" + URLEncoder.encode(database, StandardCharsets.UTF_8);
    }

    private static Properties fixed(Adapter adapter, long maxResultSize) {
        var properties = new Properties();
        var seconds = (int) Math.max(1, adapter.pool().connectionTimeoutMillis() / 1000);
        PGProperty.APPLICATION_NAME.set(properties, "hyperterse");
        PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "12");
        // Rows are copied as the engine's own text; a binary field would have to be decoded into an object first.
        PGProperty.BINARY_TRANSFER.set(properties, false);
        // The driver has classes of its own for point and box, and asks for these in binary all the same.
        PGProperty.BINARY_TRANSFER_DISABLE.set(properties, "POINT,BOX");
        PGProperty.CANCEL_SIGNAL_TIMEOUT.set(properties, 1);
        PGProperty.CONNECT_TIMEOUT.set(properties, seconds);
        PGProperty.GSS_ENC_MODE.set(properties, "disable");
        PGProperty.LOGIN_TIMEOUT.set(properties, seconds);
        PGProperty.LOG_SERVER_ERROR_DETAIL.set(properties, false);
        // Text of a row is never much shorter than its JSON, except for bytea, which is longer.
        PGProperty.MAX_RESULT_BUFFER.set(properties, Long.toString(2 * maxResultSize + 64 * 1024));
        PGProperty.PREFER_QUERY_MODE.set(properties, "extended");
        // We hold statements open ourselves; closing one has to make the engine forget it.
        PGProperty.PREPARED_STATEMENT_CACHE_QUERIES.set(properties, 0);
        PGProperty.PREPARE_THRESHOLD.set(properties, 1);
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        return properties;
    }

    private static void parameters(Map<String, String> parameters, Properties properties) {
        parameters.forEach((name, value) -> {
            if (!ALLOWED.contains(name)) {
                throw new UnusableSettings("parameter '%s' is not allowed".formatted(name));
            }
            properties.setProperty(
                    name.equals("applicationName") ? PGProperty.APPLICATION_NAME.getName() : name, value);
        });
    }

    /** More than this is not read as one message of the engine. */
    long longestRow() {
        return Long.parseLong(PGProperty.MAX_RESULT_BUFFER.getOrDefault(properties));
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw new UnusableSettings("the address holds a malformed percent-encoding");
        }
    }

    /** Without the properties: a password is among them. */
    @Override
    public String toString() {
        return "PostgresSettings[" + url() + "]";
    }
}
