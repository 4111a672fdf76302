package dev.hyperterse.cli.init.address;

import dev.hyperterse.cli.init.address.DatabaseAddress.Refused;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The parameters of a URL, as drivers, frameworks and hosting services write them, by their names without case, dashes and
 * underscores. Those that nothing takes are left out, and named; a file of certificates is refused, because a connection
 * without it is another one.
 *
 * @param refused why the address cannot be used
 */
record UrlParameters(Map<String, Parameter> given, Optional<Refused> refused) {
    private static final Set<String> FILES = Set.of(
            "sslrootcert",
            "sslca",
            "sslcert",
            "sslkey",
            "sslpassword",
            "truststore",
            "servercertificate",
            "sslservercert",
            "tlscafile",
            "tlscertificatekeyfile",
            "sslcacerts",
            "sslcertfile",
            "sslkeyfile",
            "sslcapath");

    /** @param name as it is written */
    record Parameter(String name, String value) {}

    static UrlParameters of(String query) {
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
            var plain = plain(parts[0]);
            if (FILES.contains(plain)) {
                return refused(
                        "%s of the address names a file, which an adapter does not read; leave it out, and in server.yaml add"
                                        .formatted(parts[0])
                                + " tls: {mode: VerifyFull, ca: {inline: ...}} with the text of the certificate");
            }
            given.put(plain, new Parameter(parts[0], value.get()));
        }
        return new UrlParameters(given, Optional.empty());
    }

    private static UrlParameters refused(String sentence) {
        return new UrlParameters(Map.of(), Optional.of(new Refused(sentence)));
    }

    static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }

    /** The value of a parameter of any of these names. */
    Optional<String> take(String... names) {
        return take(_ -> true, names);
    }

    /** The value of a parameter of any of these names, where it is {@code usable}; another stays, and is named. */
    Optional<String> take(Predicate<String> usable, String... names) {
        var taken = Stream.of(names)
                .filter(name ->
                        given.containsKey(name) && usable.test(given.get(name).value()))
                .toList();
        return taken.stream().map(given::remove).toList().stream()
                .map(Parameter::value)
                .findFirst();
    }

    boolean takeTrue(String plain) {
        return take(plain).filter(value -> value.equalsIgnoreCase("true")).isPresent();
    }

    /** A sentence for each that was not taken. */
    List<String> notes() {
        return given.values().stream()
                .map(it -> "the parameter %s of the address is left out: no field of an adapter has it"
                        .formatted(it.name()))
                .toList();
    }
}
