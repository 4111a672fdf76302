package dev.hyperterse.cli.init.address;

import dev.hyperterse.cli.init.address.DatabaseAddress.Refused;
import dev.hyperterse.cli.init.address.DatabaseAddress.Usable;
import dev.hyperterse.cli.init.schema.SqlEngine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** Turns the parameters of a URL of an SQL database into fields of an adapter. */
final class UrlOptions {
    private static final Set<String> MODES = Set.of(
            "disable",
            "disabled",
            "allow",
            "prefer",
            "preferred",
            "require",
            "required",
            "noverify",
            "verifyca",
            "verifyfull",
            "verifyidentity");
    private static final Set<String> OFF = Set.of("false", "0", "disable");
    private static final Map<String, String> SERVER_TYPES = Map.of(
            "any", "Any",
            "primary", "Primary",
            "readwrite", "Primary",
            "master", "Primary",
            "secondary", "Secondary",
            "slave", "Secondary",
            "readonly", "Secondary",
            "standby", "Secondary",
            "preferstandby", "PreferSecondary",
            "prefersecondary", "PreferSecondary");

    private UrlOptions() {}

    /** @param query what follows the question mark, or nothing */
    static DatabaseAddress added(Usable address, String query) {
        var parameters = UrlParameters.of(query);
        if (parameters.refused().isPresent()) {
            return parameters.refused().get();
        }
        var mode = parameters.take("sslmode");
        if (mode.filter(it -> !MODES.contains(UrlParameters.plain(it))).isPresent()) {
            return new Refused(
                    "sslmode of the address is not known; write disable, prefer, require, verify-ca or verify-full");
        }
        var encrypted = parameters
                .take("ssl", "usessl", "tls", "requiressl", "sslaccept")
                .map(value -> OFF.contains(value.toLowerCase(Locale.ROOT)) ? "disable" : "require");
        var username = parameters.take("user", "username").flatMap(ServerUrl::given);
        var password = parameters.take("password", "passwd").flatMap(ServerUrl::given);
        var schemas = address.engine() == SqlEngine.POSTGRES ? schemas(parameters) : List.<String>of();
        var fields = new ArrayList<String>();
        addPool(parameters, fields);
        if (address.engine() == SqlEngine.POSTGRES) {
            addPostgres(parameters, schemas, fields);
        }
        return new Usable(
                address.engine(),
                address.url()
                        + mode.or(() -> encrypted).map("?sslmode="::concat).orElse(""),
                username.or(address::username),
                password.or(address::password),
                fields,
                schemas,
                parameters.notes());
    }

    private static List<String> schemas(UrlParameters parameters) {
        return parameters
                .take("schema", "currentschema", "searchpath")
                .map(value -> Stream.of(value.split(","))
                        .map(String::strip)
                        .filter(it -> !it.isEmpty())
                        .toList())
                .orElse(List.of());
    }

    private static void addPool(UrlParameters parameters, List<String> fields) {
        var pool = new LinkedHashMap<String, String>();
        parameters
                .take(numberUpTo(256), "connectionlimit", "maxpoolsize", "poolsize")
                .ifPresent(size -> pool.put("maxSize", size));
        parameters
                .take(numberUpTo(300), "connecttimeout", "logintimeout", "pooltimeout")
                .ifPresent(seconds -> pool.put("connectionTimeout", seconds + "s"));
        if (!pool.isEmpty()) {
            fields.add("pool: " + flow(pool));
        }
    }

    private static void addPostgres(UrlParameters parameters, List<String> schemas, List<String> fields) {
        var settings = new LinkedHashMap<String, String>();
        if (!schemas.isEmpty()) {
            settings.put("currentSchema", JsonMapper.shared().writeValueAsString(String.join(",", schemas)));
        }
        parameters
                .take(
                        value -> SERVER_TYPES.containsKey(UrlParameters.plain(value)),
                        "targetservertype",
                        "targetsessionattrs")
                .ifPresent(type -> settings.put("targetServerType", SERVER_TYPES.get(UrlParameters.plain(type))));
        if (!settings.isEmpty()) {
            fields.add("postgres: {parameters: %s}".formatted(flow(settings)));
        }
    }

    private static Predicate<String> numberUpTo(int most) {
        return value -> value.matches("[1-9][0-9]{0,3}") && Integer.parseInt(value) <= most;
    }

    private static String flow(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + ": " + field.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
