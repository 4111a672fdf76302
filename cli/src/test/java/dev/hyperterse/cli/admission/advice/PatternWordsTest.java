package dev.hyperterse.cli.admission.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.compiler.admission.schema.CustomResourceSchemas;
import dev.hyperterse.compiler.admission.schema.Schema;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PatternWordsTest {
    @Test
    void everyPatternOfOurSchemasHasWords() {
        var schemas = CustomResourceSchemas.committed();
        var patterns = Arrays.stream(ManifestKind.values())
                .filter(ManifestKind::isOurs)
                .flatMap(kind -> patterns(schemas.of(kind.kind())))
                .distinct()
                .toList();

        assertThat(patterns).hasSizeGreaterThan(20).allSatisfy(pattern -> assertThat(PatternWords.of(pattern))
                .as(pattern)
                .isPresent());
    }

    private static Stream<String> patterns(Schema schema) {
        var below = Stream.of(
                        schema.fields().named().values().stream(),
                        schema.fields().others().stream(),
                        schema.items().schema().stream())
                .flatMap(schemas -> schemas)
                .flatMap(PatternWordsTest::patterns);
        return Stream.concat(schema.text().pattern().map(pattern -> pattern.pattern()).stream(), below);
    }
}
