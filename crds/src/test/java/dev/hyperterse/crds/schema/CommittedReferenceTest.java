package dev.hyperterse.crds.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The reference page says what the CRDs say. {@code -Dcrds.update=true} rewrites it. */
class CommittedReferenceTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "api.md");

    @Test
    void theReferenceIsCommittedAsGenerated() throws IOException {
        var expected = ApiReference.of(GeneratedDefinitions.all().values());
        if (Boolean.getBoolean("crds.update")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, expected);
        }
        assertThat(PAGE).as("rewrite it with: " + Manifests.UPDATE).content().isEqualTo(expected);
    }
}
