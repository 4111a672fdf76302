package dev.hyperterse.cli.init.address;

import dev.hyperterse.cli.init.address.DatabaseAddress.Refused;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The parameters of a URL of MongoDB or Redis, by their names in lower case without underscores.
 *
 * @param refused why the address cannot be used
 */
record OtherParameters(Map<String, Parameter> given, Optional<Refused> refused) {
    private static final Set<String> FILES =
            Set.of("tlscafile", "tlscertificatekeyfile", "sslcacerts", "sslcertfile", "sslkeyfile", "sslcapath");

    /** @param name as it is written */
    record Parameter(String name, String value) {}

    static OtherParameters of(String query) {
        var given = new LinkedHashMap<String, Parameter>();
        for (var parameter : query.split("&")) {
            if (parameter.isEmpty()) {
                continue;
            }
            var parts = parameter.split("=", 2);
            var value = ServerUrl.decoded(parts.length < 2 ? "" : parts[1]);
            if (!parts[0].matches("[A-Za-z][A-Za-z0-9_.-]{0,40}") || value.isEmpty()) {
                return refused("a parameter of the address is malformed; percent-encode ? and # in a password");
            }
            var plain = parts[0].toLowerCase(Locale.ROOT).replace("_", "");
            if (FILES.contains(plain)) {
                return refused(
                        "%s of the address names a file, which an adapter does not read; leave it out, and in server.yaml add"
                                        .formatted(parts[0])
                                + " tls: {mode: VerifyFull, ca: {inline: ...}} with the text of the certificate");
            }
            given.put(plain, new Parameter(parts[0], value.get()));
        }
        return new OtherParameters(given, Optional.empty());
    }

    private static OtherParameters refused(String sentence) {
        return new OtherParameters(Map.of(), Optional.of(new Refused(sentence)));
    }

    /** The value of a parameter, which counts as read. */
    Optional<String> take(String plain) {
        return Optional.ofNullable(given.remove(plain)).map(Parameter::value);
    }

    boolean takeTrue(String plain) {
        return take(plain).filter(value -> value.equalsIgnoreCase("true")).isPresent();
    }

    /** A sentence for each that was not read. */
    List<String> notes() {
        return given.values().stream()
                .map(it -> "the parameter %s of the address is left out: no field of an adapter has it"
                        .formatted(it.name()))
                .toList();
    }
}
