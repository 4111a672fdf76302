package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Command lines as kubectl has them. */
class OtherWordsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "help | --help",
                "help call | call --help",
                "help frobnicate | frobnicate",
                "validate -f shop | validate shop",
                "validate -o json --filename shop | validate shop -o json",
                "validate --filename=shop -o json | validate shop -o json",
                "call shop run -- -f x | call shop run -- -f x",
                "call -f shop run -- -f x | call shop run -- -f x",
                "call shop run -- --filename=x | call shop run -- --filename=x",
                "validate -f | validate -f",
                "status -f shop | status -f shop",
            })
    void wordsOfKubectlAreTranslated(String line, String expected) {
        assertThat(String.join(" ", OtherWords.translated(line.split(" "), Set.of("call"))))
                .isEqualTo(expected);
    }
}
