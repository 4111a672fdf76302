package dev.hyperterse.playground.e2e;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A value that may be in none of the observed places but those that are for it, however it is written there.
 *
 * @param allowed where it belongs, such as an argument of a call in the answer to its caller
 */
record PlantedSecret(String name, String text, Set<ObservedPlace> allowed) {
    PlantedSecret {
        allowed = Set.copyOf(allowed);
    }

    static PlantedSecret of(String name, String text, ObservedPlace... allowed) {
        return new PlantedSecret(name, text, Set.of(allowed));
    }

    /** Whether any form of it is in that text. */
    boolean isIn(String observed) {
        return forms().anyMatch(observed::contains);
    }

    /** As it is, and as URLs, JSON, digits and Base64 write it. */
    private Stream<String> forms() {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var hex = HexFormat.of().formatHex(bytes);
        var url = URLEncoder.encode(text, StandardCharsets.UTF_8);
        var plain = List.of(
                text,
                url,
                url.replace("+", "%20"),
                text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"),
                text.replace("/", "\\/"),
                hex,
                hex.toUpperCase(Locale.ROOT));
        return Stream.concat(plain.stream(), IntStream.range(0, 3).boxed().flatMap(at -> base64(bytes, at)));
    }

    /** What is the same in every Base64 text that has it after so many bytes (modulo 3) of something else. */
    private static Stream<String> base64(byte[] bytes, int before) {
        var shifted = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, shifted, before, bytes.length);
        var from = (before * 8 + 5) / 6;
        var to = shifted.length * 8 / 6;
        return Stream.of(Base64.getEncoder(), Base64.getUrlEncoder())
                .map(encoder -> encoder.withoutPadding().encodeToString(shifted).substring(from, to));
    }
}
