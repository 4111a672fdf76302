package dev.hyperterse.catalog.encoding;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.ServerSettings;
import java.util.List;
import java.util.Optional;

/** The digest of a whole catalog: of what a replica would serve, and of nothing that changes without that. */
public final class CatalogDigest {
    private CatalogDigest() {}

    /** Over settings, parts and the id of the value set; not over the sequence, the epoch or what has converged. */
    public static String of(ServerSettings server, List<CatalogIndex.Part> parts, Optional<String> valueSet) {
        var content = new CatalogIndex(
                CatalogCodec.FORMAT, new Revision("", 0, ""), server, withoutSizes(parts), valueSet, Optional.empty());
        return Digest.of(new CatalogCodec().encode(content));
    }

    /** Sizes are those of the compressed form, which another zlib may choose differently. */
    private static List<CatalogIndex.Part> withoutSizes(List<CatalogIndex.Part> parts) {
        return parts.stream()
                .map(part -> new CatalogIndex.Part(part.slot(), part.sha256(), 0))
                .toList();
    }
}
