package dev.hyperterse.calls.fetch.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedUrlTest {
    private static final String ORIGIN = "https://api.example.com";
    private static final AllowedUrl V1 = new AllowedUrl(URI.create(ORIGIN + "/v1"), Addresses.Public, Optional.empty());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1",
                "/v1/",
                "/v1/orders",
                "/v1/orders.json",
                "/v1/a..b",
                "/v1/...",
                "/v1/100%25",
                "/v1/100%25/of",
                "/v1/%25zz",
                "/v1/a%20b",
                "/v1/caf%C3%A9",
                "/v1/%E2%80%A6",
                "/v1/orders;a=b",
                "/v1/~%7E",
                "/v1/?next=/v2/%252e%252e/x%00",
            })
    void pathBelowThePrefixIsAllowed(String path) {
        assertThat(V1.allows(URI.create(ORIGIN + path))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/v2", "/v10", "/V1", "/v1%2e", "//v1"})
    void otherPathIsRefused(String path) {
        assertThat(V1.allows(URI.create(ORIGIN + path))).isFalse();
    }

    /** Servers disagree on what these mean, and some decode twice or cut at a control character. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dot segment                       | /v1/../x
            dot segment at the end            | /v1/..
            encoded dot segment               | /v1/%2e%2E/x
            dot segment with a parameter      | /v1/..;a=b/x
            encoded slash                     | /v1/..%2fx
            encoded backslash                 | /v1/..%5cx
            dot segment encoded twice         | /v1/%252e%252e/x
            dot segment encoded three times   | /v1/%25252E./x
            half of it encoded twice          | /v1/.%252e/x
            slash encoded twice               | /v1/..%252fx
            backslash encoded twice           | /v1/..%255Cx
            parameter encoded twice           | /v1/..%253ba/x
            NUL                               | /v1/..%00/x
            NUL in a segment                  | /v1/a%00b
            tab                               | /v1/..%09/x
            line feed                         | /v1/..%0a/x
            carriage return                   | /v1/%0D%0Ax
            unit separator                    | /v1/..%1F/x
            delete                            | /v1/..%7f/x
            NUL encoded twice                 | /v1/..%2500/x
            tab encoded three times           | /v1/..%252509/x
            sent as a semicolon               | /v1/..\u037Ea=b/x
            sent as a backtick                | /v1/\u1FEF
            sent as a broken escape           | /v1/%2f\u0307
            """)
    void ambiguousPathIsRefused(String name, String path) {
        assertThat(V1.allows(URI.create(ORIGIN + path))).as(name).isFalse();
    }
}
