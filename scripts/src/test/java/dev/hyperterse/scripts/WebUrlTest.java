package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.ScriptIsolation;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code URL} and {@code URLSearchParams}, by the URL Standard. */
@ParameterizedClass
@EnumSource
class WebUrlTest {
    private static final Map<ScriptIsolation, RunningScripts> BY_ENGINE = new EnumMap<>(ScriptIsolation.class);

    private final RunningScripts scripts;

    WebUrlTest(ScriptIsolation engine) {
        this.scripts = BY_ENGINE.computeIfAbsent(engine, RunningScripts::new);
    }

    @AfterAll
    static void close() {
        BY_ENGINE.values().forEach(RunningScripts::close);
    }

    private String value(String expression) {
        return scripts.run(
                        "export default () => { try { return %s } catch (e) { return e.name } }".formatted(expression),
                        "{}")
                .replaceAll("^\\[\\{\"value\":\"?|\"?}]$", "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ' ', ignoreLeadingAndTrailingWhitespace = false, quoteCharacter = '`', textBlock = """
            http://a.b/c http://a.b/c
            HTTP://User:p%20s@Ex.COM:80/a/../b/./c?q=a#f http://User:p%20s@ex.com/b/c?q=a#f
            http://0x7f.1/ http://127.0.0.1/
            http://2130706433 http://127.0.0.1/
            http://127.0.0.1:08080/ http://127.0.0.1:8080/
            http://[::1]:80/ http://[::1]/
            http://[0:0:0:0:0:0:0:1] http://[::1]/
            http://[::ffff:1.2.3.4]/ http://[::ffff:102:304]/
            http://[2001:db8:0:0:1:0:0:1] http://[2001:db8::1:0:0:1]/
            http://[::g]/ TypeError
            http://[fe80::1%25eth0]/ TypeError
            http://h:65536 TypeError
            http:// TypeError
            x TypeError
            mailto:a@b mailto:a@b
            http:\\\\\\\\h\\\\a\\\\b http://h/a/b
            http://h/%2e%2e/a http://h/a
            https://b\\u00fccher.de/ https://xn--bcher-kva.de/
            http://ex%2ecom/ http://ex.com/
            http://a%2fb/ TypeError
            http://user@/ TypeError
            http://1.2.3 http://1.2.0.3/
            http://256.1.1.1 TypeError
            http://1.2.3.4.5 TypeError
            http://h/a/.. http://h/
            """)
    void urlIsNormalized(String given, String expected) {
        assertThat(value("new URL('%s').href".formatted(given))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "//x/y, https://h/, https://x/y",
        "../z?k, http://h/a/b/c, http://h/a/z?k",
        "?q, http://h/a?x#y, http://h/a?q",
        "#f, http://h/a?x, http://h/a?x#f",
        "'', http://h/a?x#y, http://h/a?x",
        "/abs, http://h:8080/x/y, http://h:8080/abs",
    })
    void relativeUrlIsResolved(String given, String base, String expected) {
        assertThat(value("new URL('%s', '%s').href".formatted(given, base))).isEqualTo(expected);
    }

    @Test
    void partsCanBeSet() {
        assertThat(value("""
                (() => {
                  const url = new URL('https://u:p@h:8443/a/b?x=1#z');
                  url.port = '443'; url.pathname = 'a/../b ?'; url.hash = ''; url.username = ''; url.password = '';
                  url.searchParams.append('y', ' \\u00e9&'); url.searchParams.delete('x');
                  url.hostname = 'exa mple'; url.protocol = 'ftps';
                  return url.href + ' ' + url.origin + ' ' + JSON.stringify([...url.searchParams]);
                })()""")).isEqualTo("https://h/b%20%3F?y=+%C3%A9%26 https://h [[\\\"y\\\",\\\" é&\\\"]]");
    }

    @Test
    void parametersAreFormEncoded() {
        assertThat(value("new URLSearchParams('?a=1&b=%2B+%20&a=3&=&&c').toString()"))
                .isEqualTo("a=1&b=%2B++&a=3&=&c=");
        assertThat(
                        value(
                                "(() => { const p = new URLSearchParams({b: 1, a: 2}); p.sort(); p.set('b', 3); return p + ' ' + p.size + p.has('a', '2') })()"))
                .isEqualTo("a=2&b=3 2true");
    }
}
