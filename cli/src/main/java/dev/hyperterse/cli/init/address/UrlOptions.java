package dev.hyperterse.cli.init.address;

import dev.hyperterse.cli.init.address.DatabaseAddress.Refused;
import dev.hyperterse.cli.init.address.DatabaseAddress.Usable;
import dev.hyperterse.cli.init.schema.SqlEngine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The parameters of a URL, as drivers, frameworks and hosting services write them, turned into fields of an adapter.
 * Those without a field are left out, and named; a file of certificates is refused, because a connection without it is
 * another one. Names are compared without case, dashes and underscores.
 */
final class UrlOptions {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,40}");
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
    private static final Set<String> FILES = Set.of(
            "sslrootcert",
            "sslca",
            "sslcert",
            "sslkey",
            "sslpassword",
            "truststore",
            "servercertificate",
            "sslservercert");
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

    private final Usable address;
    private final List<String> notes = new ArrayList<>();
    private final Map<String, String> ofPostgres = new LinkedHashMap<>();
    private final Map<String, String> ofPool = new LinkedHashMap<>();
    private final List<String> fields = new ArrayList<>();
    private List<String> schemas = List.of();
    private Optional<String> mode = Optional.empty();
    private Optional<String> username;
    private Optional<String> password;

    UrlOptions(Usable address) {
        this.address = address;
        this.username = address.username();
        this.password = address.password();
    }

    /** @param query what follows the question mark, or nothing */
    DatabaseAddress with(String query) {
        for (var parameter : query.split("&")) {
            if (parameter.isEmpty()) {
                continue;
            }
            var parts = parameter.split("=", 2);
            var value = ServerUrl.decoded(parts.length < 2 ? "" : parts[1]);
            if (!NAME.matcher(parts[0]).matches() || value.isEmpty()) {
                return new Refused("a parameter of the address is malformed; percent-encode ? and # in a password");
            }
            var refused = read(parts[0], plain(parts[0]), value.get());
            if (refused.isPresent()) {
                return refused.get();
            }
        }
        if (!ofPool.isEmpty()) {
            fields.add("pool: " + flow(ofPool));
        }
        if (!ofPostgres.isEmpty()) {
            fields.add("postgres: {parameters: %s}".formatted(flow(ofPostgres)));
        }
        return new Usable(
                address.engine(),
                address.url() + mode.map("?sslmode="::concat).orElse(""),
                username,
                password,
                fields,
                schemas,
                notes);
    }

    private Optional<Refused> read(String name, String plain, String value) {
        switch (plain) {
            case "sslmode" -> {
                if (!MODES.contains(plain(value))) {
                    return Optional.of(
                            new Refused(
                                    "sslmode of the address is not known; write disable, prefer, require, verify-ca or verify-full"));
                }
                mode = Optional.of(value);
            }
            case "ssl", "usessl", "tls", "requiressl", "sslaccept" ->
                mode = mode.or(() -> Optional.of(
                        Set.of("false", "0", "disable").contains(value.toLowerCase(Locale.ROOT))
                                ? "disable"
                                : "require"));
            case "user", "username" -> username = ServerUrl.given(value);
            case "password", "passwd" -> password = ServerUrl.given(value);
            case "schema", "currentschema", "searchpath" -> schemas(name, value);
            case "targetservertype", "targetsessionattrs" -> {
                if (address.engine() == SqlEngine.POSTGRES && SERVER_TYPES.containsKey(plain(value))) {
                    ofPostgres.put("targetServerType", SERVER_TYPES.get(plain(value)));
                } else {
                    leftOut(name);
                }
            }
            case "connectionlimit", "maxpoolsize", "poolsize" ->
                number(name, value, 256).ifPresent(size -> ofPool.put("maxSize", size));
            case "connecttimeout", "logintimeout", "pooltimeout" ->
                number(name, value, 300).ifPresent(seconds -> ofPool.put("connectionTimeout", seconds + "s"));
            default -> {
                if (FILES.contains(plain)) {
                    return Optional.of(new Refused(
                            "%s of the address names a file, which an adapter does not read; leave it out, and in server.yaml add"
                                            .formatted(name)
                                    + " tls: {mode: VerifyFull, ca: {inline: ...}} with the text of the certificate"));
                }
                leftOut(name);
            }
        }
        return Optional.empty();
    }

    private void schemas(String name, String value) {
        if (address.engine() != SqlEngine.POSTGRES) {
            leftOut(name);
            return;
        }
        schemas = Stream.of(value.split(","))
                .map(String::strip)
                .filter(it -> !it.isEmpty())
                .toList();
        ofPostgres.put("currentSchema", JsonMapper.shared().writeValueAsString(String.join(",", schemas)));
    }

    private Optional<String> number(String name, String value, int most) {
        if (value.matches("[1-9][0-9]{0,3}") && Integer.parseInt(value) <= most) {
            return Optional.of(value);
        }
        leftOut(name);
        return Optional.empty();
    }

    private void leftOut(String name) {
        notes.add("the parameter %s of the address is left out: no field of an adapter has it".formatted(name));
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }

    private static String flow(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + ": " + field.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
