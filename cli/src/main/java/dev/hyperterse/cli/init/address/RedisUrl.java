package dev.hyperterse.cli.init.address;

import dev.hyperterse.cli.init.address.DatabaseAddress.Refused;
import dev.hyperterse.cli.init.address.DatabaseAddress.Usable;
import dev.hyperterse.cli.init.schema.SchemalessEngine;
import java.util.ArrayList;
import java.util.List;

/** A URL of Redis or Valkey: the number of a database stands behind the slash. */
final class RedisUrl {
    private RedisUrl() {}

    /** @param rest from the two slashes on */
    static DatabaseAddress of(String scheme, String rest) {
        return ServerUrl.read(scheme, rest, parts -> {
            var parameters = UrlParameters.of(parts.parameters());
            return parameters
                    .refused()
                    .<DatabaseAddress>map(refused -> refused)
                    .orElseGet(() -> of(scheme, parts, parameters));
        });
    }

    private static DatabaseAddress of(String scheme, ServerUrl.Parts parts, UrlParameters parameters) {
        var number = parts.name().isEmpty() ? parameters.take("db").orElse("0") : parts.name();
        if (!number.matches("[0-9]{1,4}")) {
            return new Refused("the database of the address is no number; write %s://HOST/0".formatted(scheme));
        }
        var fields = new ArrayList<String>();
        if (parameters.take("sslcertreqs").filter("none"::equalsIgnoreCase).isPresent() && scheme.equals("rediss")) {
            fields.add("tls: {mode: Require}");
        }
        return new Usable(
                SchemalessEngine.REDIS,
                "%s://%s/%s".formatted(scheme, parts.hosts(), number),
                parts.user(),
                parts.password(),
                fields,
                List.of(),
                parameters.notes());
    }
}
