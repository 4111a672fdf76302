package dev.hyperterse.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostValueTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "localhost:8080",
                "shop.example.com",
                "shop.example.com.",
                "shop_api.team-a.svc:1",
                "10.0.0.1",
                "10.0.0.1:65535",
                "[::1]",
                "[::1]:80",
                "[fd00:ec2::254]:8080",
                "[::ffff:10.0.0.1]",
                "caf%C3%A9.example",
                "a:0080",
            })
    void namesAndAddressesAreValid(String value) {
        assertThat(isValid(value)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                ":80",
                "localhost:",
                "localhost:port",
                "localhost:+80",
                "localhost:-1",
                "localhost:65536",
                "localhost:99999999999999999999",
                "localhost:80:80",
                "::1",
                "[::1",
                "::1]",
                "[]",
                "[]:80",
                "[::1]80",
                "[::1]:",
                "[::1]]",
                "[[::1]]",
                "[fe80::1%25eth0]",
                "[name]",
                "a b",
                "a, b",
                "a/b",
                "a?b",
                "a#b",
                "a@b",
                "user:password@a",
                "http://a",
                "a\\b",
                "a%",
                "a%2",
                "a%zz",
                "a\"b",
                "a<b>",
                "a\u00e9",
                "a\0",
                "a\t",
            })
    void nothingElseIs(String value) {
        assertThat(isValid(value)).isFalse();
    }

    /** The bytes around it are those of the request. */
    private static boolean isValid(String value) {
        var bytes = ("Host:80[" + value + "80]:1").getBytes(StandardCharsets.ISO_8859_1);
        return HostValue.isValid(bytes, 8, 8 + value.length());
    }
}
