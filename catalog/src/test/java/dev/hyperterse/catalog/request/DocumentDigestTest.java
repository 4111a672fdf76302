package dev.hyperterse.catalog.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Digest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is another document, and what is the same one written in another way. */
class DocumentDigestTest {
    private static final String DOCUMENT = "{\"a\":[1.50,{\"b\":\"ü\",\"c\":null}],\"d\":{\"e\":true,\"f\":1e400}}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":[1.50,{\"b\":\"ü\",\"c\":null}],\"d\":{\"e\":true,\"f\":1e400}}\n",
                " {\"d\" : {\"f\" : 1E+400, \"e\" : true},\r\n \"a\" : [ 1.5, {\"c\" : null, \"b\" : \"\\u00fc\"} ]}",
                "\uFEFF{\"a\":[1.50,{\"b\":\"ü\",\"c\":null}],\"d\":{\"e\":true,\"f\":1e400}}",
                "{\"info\":{\"version\":\"2\"},\"servers\":[{\"url\":\"/\"}],\"tags\":[],\"externalDocs\":{\"url\":\"/\"},"
                        + "\"a\":[1.50,{\"b\":\"ü\",\"c\":null}],\"d\":{\"e\":true,\"f\":1e400}}"
            })
    void sameDocumentHasTheSameDigest(String text) {
        assertThat(DocumentDigest.of(text)).isEqualTo(DocumentDigest.of(DOCUMENT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":[{\"b\":\"ü\",\"c\":null},1.50],\"d\":{\"e\":true,\"f\":1e400}}",
                "{\"a\":[1.50,{\"b\":\"c\",\"ü\":null}],\"d\":{\"e\":true,\"f\":1e400}}",
                "{\"a\":[1.50,{\"b\":\"ü\",\"c\":null}],\"d\":{\"e\":\"true\",\"f\":1e400}}",
                "{\"a\":[\"1.50\",{\"b\":\"ü\",\"c\":null}],\"d\":{\"e\":true,\"f\":1e400}}",
                "{\"a\":[1.50,[\"b\",\"ü\",\"c\",null]],\"d\":{\"e\":true,\"f\":1e400}}",
                "{\"a\":[1.50,{\"b\":\"ü\",\"c\":null}],\"d\":{\"e\":true,\"f\":1e401}}",
                "{\"a\":[1.50,{\"b\":\"ü\"}],\"c\":null,\"d\":{\"e\":true,\"f\":1e400}}",
                "{\"a\":[1.50,{\"b\":\"ü\",\"c\":null}],\"d\":{\"e\":true,\"f\":1e400,\"tags\":[]}}",
                "{\"a\":[1.50,{\"b\":\"ü\",\"c\":null}],\"d\":{\"e\":true,\"f\":1e400}} {}",
                "{\"a\":[1.50,{\"b\":\"ü\",\"c\":null}],\"d\":{\"e\":true,\"f\":1e400}",
                ""
            })
    void anotherDocumentHasAnotherDigest(String text) {
        assertThat(DocumentDigest.of(text)).isNotEqualTo(DocumentDigest.of(DOCUMENT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999999999", "1000e2147483647", "10e-2147483648", "0e-99999999999"})
    void numberBeyondAllBoundsIsComparedByItsBytesOrItsValue(String number) {
        var text = "{\"a\":" + number + "}";
        assertThat(DocumentDigest.of(text)).hasSize(64).isEqualTo(DocumentDigest.of(text));
        assertThat(DocumentDigest.of(text)).isNotEqualTo(DocumentDigest.of("{\"a\":1}"));
    }

    @Test
    void whatIsNotJsonIsComparedByteByByte() {
        var yaml = "openapi: 3.1.0\npaths: {}\n";
        assertThat(DocumentDigest.of(yaml))
                .isEqualTo(ofBytes(yaml))
                .isEqualTo(DocumentDigest.of("\uFEFF" + yaml))
                .isNotEqualTo(DocumentDigest.of(yaml.stripTrailing()));
        var longer = (yaml + "rest").getBytes(StandardCharsets.UTF_8);
        assertThat(DocumentDigest.of(longer, longer.length - 4)).isEqualTo(ofBytes(yaml));
    }

    /** The bytes that the digest of an object is made of are no document with that digest. */
    private static String ofBytes(String text) {
        return Digest.of("\0" + text);
    }

    /** The API chooses what a replica has to keep while it reads. */
    @Test
    void depthMembersAndTextsOfAStrangersDocumentAreBounded() {
        var depth = 100_000;
        var deep = "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
        assertThat(DocumentDigest.of(deep)).isEqualTo(ofBytes(deep));
        var wide =
                IntStream.range(0, 300_000).mapToObj("\"%d\":1"::formatted).collect(Collectors.joining(",", "{", "}"));
        assertThat(DocumentDigest.of(wide)).isEqualTo(ofBytes(wide));
        var text = "x".repeat(2 << 20);
        for (var longer : List.of("{\"a\":\"" + text + "Ā\"}", "{\"" + text + "\":1}")) {
            assertThat(DocumentDigest.of(longer)).isEqualTo(ofBytes(longer));
        }
    }
}
