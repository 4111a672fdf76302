package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.scripts.turn.ScriptLimits;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods whose results are bounded are otherwise those of the language. */
@ParameterizedClass
@EnumSource(names = {"Shared", "Fresh"})
class BoundedMethodsTest {
    /** More than the bounds of a large heap allow to make. */
    private static final ScriptLimits LIMITS = new ScriptLimits(2, 256, 60_000, 20_000, 512 << 20, 768 << 20);

    private static final Map<ScriptIsolation, RunningScripts> BY_ENGINE = new EnumMap<>(ScriptIsolation.class);

    private final RunningScripts scripts;

    BoundedMethodsTest(ScriptIsolation engine) {
        this.scripts = BY_ENGINE.computeIfAbsent(engine, it -> new RunningScripts(it, LIMITS));
    }

    @AfterAll
    static void close() {
        BY_ENGINE.values().forEach(RunningScripts::close);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'x'.repeat(4e6).split('')                              | one operation makes at most %d parts
            'x'.repeat(4e6).split('', 3e6)                         | one operation makes at most %d parts
            Object.keys('x'.repeat(4e6))                           | one operation makes at most %d properties
            Object.entries(new Uint8Array(4e6))                    | one operation makes at most %d properties
            'a'.repeat(3e4).replaceAll('a', 'b'.repeat(3e4))       | Invalid string length
            'a'.repeat(99).replaceAll('a', () => 'b'.repeat(4e6))  | Invalid string length
            'a'.repeat(3e4).replaceAll('a', '$`')                  | Invalid string length
            'x'.repeat(4e6).normalize('NFKD').normalize('NFKD')    | one operation makes at most %d normalized characters
            [].concat(...Array(100).fill(Array(1e5).fill(1)))      | one operation makes at most %d items
            encodeURIComponent('x'.repeat(4e6))                    | one operation makes at most %d encoded characters
            BigInt.asUintN(2 ** 53 - 1, -1n)                       | one operation makes at most 1048576 bits
            Object.entries(Object('x'.repeat(4e6)))                | one operation makes at most %d properties
            Object.entries(Object.defineProperty(new Uint8Array(4e6), 'length', {value: 0})) | one operation makes at most %d properties
            Reflect.ownKeys(new Uint8Array(4e6))                   | one operation makes at most %d properties
            ''.normalize.call(Object('x'.repeat(4e6)), 'NFKD')     | one operation makes at most %d normalized characters
            encodeURIComponent(['x'.repeat(4e6)])                  | one operation makes at most %d encoded characters
            '1'.repeat(3e4).replaceAll(1, 'b'.repeat(3e4))         | Invalid string length
            ((n) => BigInt.asUintN({valueOf: () => n++ ? 1 : 2 ** 53 - 1}, -1n))(0) | one operation makes at most 1048576 bits
            ((n) => { n[0]++; return n[0] >> -1000000000n })(new BigUint64Array(1)) | one operation makes a BigInt of at most 1048576 bits
            10n ** 30000000n                                       | one operation makes a BigInt of at most 1048576 bits
            1n << 2000000000n                                      | one operation makes a BigInt of at most 1048576 bits
            1n >> -2000000000n                                     | one operation makes a BigInt of at most 1048576 bits
            `${(1n << 30000000n) - 1n}`                            | one operation makes a BigInt of at most 1048576 bits
            (() => { let x = 3n; for (;;) x *= x })()              | one operation makes a BigInt of at most 1048576 bits
            (() => { const o = {x: 3n}; for (;;) o.x **= o.x })()  | one operation makes a BigInt of at most 1048576 bits
            """)
    void resultThatIsTooLargeIsARangeError(String expression, String error) {
        assertThat(scripts.run("""
                export default () => {
                  try { %s } catch (thrown) { return [thrown instanceof RangeError, thrown.message.replace(/most (?!1048576)\\d+/, 'most %%d')] }
                }
                """.formatted(expression), "{}")).startsWith("[{\"value\":true},{\"value\":\"" + error);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'a,b,c'.split(',').join('-') === 'a-b-c'",
                "'a,b,c'.split(/(,)/).length === 5",
                "'a,b,c'.split(',', 2).length === 2 && 'a'.split('', 0).length === 0 && 'ab'.split().length === 1",
                "'ab'.split({[Symbol.split]: (text, limit) => [text, limit]})[1] === undefined",
                "String.prototype.split.call(12321, 2).join() === '1,3,1'",
                "'x,'.repeat(1e6).split(',', 3).length === 3 && 'x'.repeat(4e6).split(',').length === 1",
                "'split' === ''.split.name && ''.split.length === 2 && Object.keys(String.prototype).length === 0",
                "Object.assign.length === 2 && BigInt.asUintN.name === 'asUintN' && !('prototype' in ''.split)",
                "'aXbX'.replaceAll('X', '$&-') === 'aX-bX-' && 'aXb'.replaceAll(/X/g, 'y') === 'ayb'",
                "'aXbX'.replaceAll('X', (match, at, text) => match + at + text) === 'aX1aXbXbX3aXbX'",
                "'ab'.replaceAll('', () => '-') === '-a-b-' && ''.replaceAll('', () => '-') === '-'",
                "'aaa'.replaceAll('aa', () => 'b') === 'ba'",
                "((filler) => (filler + 'aaa').repeat(3000).replaceAll('aa', 'c') === (filler + 'ca').repeat(3000))('x'.repeat(1000))",
                "('X' + 'a'.repeat(2e6) + 'X').replaceAll('X', '$$-$&-$1') === '$-X-$1' + 'a'.repeat(2e6) + '$-X-$1'",
                "('a'.repeat(1.5e6) + 'Xb').replaceAll('X', \"$'$`\") === 'a'.repeat(1.5e6) + 'b' + 'a'.repeat(1.5e6) + 'b'",
                "((text) => ['toUpperCase', 'toLowerCase', 'toLocaleUpperCase', 'toLocaleLowerCase'].every((name) => text.repeat(500)[name]() === text[name]().repeat(500)))('straße ΟΔΥΣΣΕΥΣ İi 𐐨𐐀 ')",
                "((text) => text.repeat(900).toLowerCase() === text.toLowerCase().repeat(900))('ΟΔΟΣΑ\\n') && 'ΟΔΣ,'.repeat(2000).toLowerCase() === 'οδς,'.repeat(2000)",
                "''.normalize.call(12) === '12' && ''.toUpperCase.call(['a']) === 'A' && 'a1a'.replaceAll(1) === 'aundefineda' && encodeURIComponent() === 'undefined'",
                "((n) => BigInt.asUintN({valueOf: () => n++ ? 99 : 8}, 257n))(0) === 1n && Reflect.ownKeys({a: 1}).join() === 'a'",
                "'𐐨'.repeat(3000).toUpperCase() === '𐐀'.repeat(3000)",
                "'Ii '.repeat(2000).toLocaleLowerCase('tr') === 'ıi '.repeat(2000) && 'ß'.repeat(5000).toUpperCase() === 'S'.repeat(10000)",
                "[1].concat([2], 3).length === 3 && Array.prototype.concat.call(1, 2).length === 2",
                "encodeURIComponent('ä b') === '%C3%A4%20b'",
                "'é'.normalize('NFD').length === 2 && 'ﬁ'.normalize('NFKC') === 'fi'",
                "Object.keys({a: 1}).join() === 'a' && Object.assign({}, 'ab', null)[1] === 'b' && Object.entries([7])[0][1] === 7",
                "BigInt.asUintN(64, -1n) === 2n ** 64n - 1n && BigInt.asIntN(8, 255n) === -1n",
                "5n * 6n === 30n && 1n << 70n === 2n ** 70n && 0n ** 99999999999n === 0n && (-1n) ** 3n === -1n && 7n >> 1n === 3n && 2 * 3 === 6 && [3] * 2 === 6",
            })
    void ordinaryResultsAreThoseOfTheLanguage(String expression) {
        assertThat(scripts.run("export default () => %s".formatted(expression), "{}"))
                .isEqualTo("[{\"value\":true}]");
    }

    @ParameterizedTest
    @CsvSource({"**, '10n, 30000000n'", "<<, '1n, 2000000000n'", ">>, '1n, -2000000000n'"})
    void bigIntsOfAnotherFileAreBounded(String operator, String operands) {
        var script = scripts.link(Map.of(
                "main.js",
                "import operate from './operate.js'; export default () => { try { operate(%s) } catch (thrown) { return thrown.message } }"
                        .formatted(operands),
                "operate.js",
                "export default (left, right) => left %s right".formatted(operator)));
        assertThat(scripts.run(script, "{}")).contains("a BigInt of at most 1048576 bits");
    }

    @ParameterizedTest
    @ValueSource(strings = {"split(' ').length", "replaceAll(' ', () => '_').length", "toUpperCase().length"})
    void methodsThatTheAuthorChangedDoNotMatter(String length) {
        assertThat(scripts.run("""
                try { Array.prototype[Symbol.iterator] = String.prototype.slice = String.prototype.indexOf = () => 'changed' } catch {}
                export default () => 'a b'.repeat(1000).%s > 1000
                """.formatted(length), "{}")).isEqualTo("[{\"value\":true}]");
    }
}
