package dev.hyperterse.cli.init.address;

import dev.hyperterse.cli.init.address.DatabaseAddress.Refused;
import dev.hyperterse.cli.init.address.DatabaseAddress.Usable;
import dev.hyperterse.cli.init.generate.Yaml;
import dev.hyperterse.cli.init.schema.SchemalessEngine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A connection string of MongoDB. */
final class MongodbUrl {
    private static final Map<String, String> PREFERENCES = Map.of(
            "primary", "Primary",
            "primarypreferred", "PrimaryPreferred",
            "secondary", "Secondary",
            "secondarypreferred", "SecondaryPreferred",
            "nearest", "Nearest");

    private static final int LONGEST_DATABASE = 63;
    private static final String NOT_IN_A_DATABASE = "/\\. \"$";

    private MongodbUrl() {}

    /** @param rest from the two slashes on */
    static DatabaseAddress of(String rest) {
        return ServerUrl.read("mongodb", rest, parts -> {
            var parameters = UrlParameters.of(parts.parameters());
            return parameters
                    .refused()
                    .or(() -> ServerUrl.faultOfName("mongodb", parts.name()))
                    .or(() -> faultOfDatabase(parts.name()))
                    .<DatabaseAddress>map(refused -> refused)
                    .orElseGet(() -> of(parts, parameters));
        });
    }

    private static Optional<Refused> faultOfDatabase(String name) {
        var database = ServerUrl.decoded(name).orElseThrow();
        return database.getBytes(StandardCharsets.UTF_8).length <= LONGEST_DATABASE
                        && database.chars().noneMatch(character -> NOT_IN_A_DATABASE.indexOf(character) >= 0)
                ? Optional.empty()
                : Optional.of(new Refused(
                        "MongoDB has no database of that name; a name has up to %d bytes and none of / \\ . \" $ or a blank"
                                .formatted(LONGEST_DATABASE)));
    }

    private static DatabaseAddress of(ServerUrl.Parts parts, UrlParameters parameters) {
        var database = ServerUrl.decoded(parts.name()).orElseThrow();
        var settings = new LinkedHashMap<String, String>();
        var source = parameters.take("authsource");
        // Without the parameter a user is one of the database that the address names.
        parts.user().ifPresent(_ -> settings.put("authSource", Yaml.quoted(source.orElse(database))));
        parameters.take("replicaset").ifPresent(name -> settings.put("replicaSet", Yaml.quoted(name)));
        parameters
                .take("readpreference")
                .map(preference -> PREFERENCES.get(preference.toLowerCase(Locale.ROOT)))
                .ifPresent(preference -> settings.put("readPreference", preference));
        var fields = new ArrayList<String>();
        fields.add("mongodb: {database: %s%s}"
                .formatted(
                        Yaml.quoted(database),
                        settings.isEmpty()
                                ? ""
                                : settings.entrySet().stream()
                                        .map(setting -> setting.getKey() + ": " + setting.getValue())
                                        .collect(Collectors.joining(", ", ", parameters: {", "}"))));
        var encrypted = parameters.takeTrue("tls") | parameters.takeTrue("ssl");
        var unverified = parameters.takeTrue("tlsinsecure") | parameters.takeTrue("tlsallowinvalidcertificates");
        if (encrypted) {
            fields.add("tls: {mode: %s}".formatted(unverified ? "Require" : "VerifyFull"));
        }
        return new Usable(
                SchemalessEngine.MONGODB,
                "mongodb://%s/%s".formatted(parts.hosts(), parts.name()),
                parts.user(),
                parts.password(),
                fields,
                List.of(),
                parameters.notes());
    }
}
