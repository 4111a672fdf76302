package dev.hyperterse.crds;

import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells the schemas of two versions apart: each ends its description with a digest of all the rest. Annotations of a CRD
 * are for those who may read CRDs; descriptions are published to every client of the API server.
 */
public final class SchemaDigest {
    /** Digits of it in a description. */
    public static final int LENGTH = 12;

    private static final String NOTE = " Schema %s.";
    private static final Pattern NOTED = Pattern.compile(NOTE.formatted("([0-9a-f]{" + LENGTH + "})"));
    private static final String FILE = "/META-INF/hyperterse/crds/%s.yaml";

    private SchemaDigest() {}

    /** The end of a description. */
    public static String note(String digest) {
        return NOTE.formatted(digest);
    }

    public static Optional<String> in(String description) {
        var noted = NOTED.matcher(description);
        return noted.find() ? Optional.of(noted.group(1)) : Optional.empty();
    }

    /** Of the schema that this build comes with. */
    public static String built(Class<? extends CustomResource<?, ?>> kind) {
        var name = FILE.formatted(CustomResource.getCRDName(kind));
        try (var file = SchemaDigest.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("not on the class path: " + name);
            }
            return in(new String(file.readAllBytes(), StandardCharsets.UTF_8)).orElseThrow();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
