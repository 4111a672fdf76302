package dev.hyperterse.houserules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names say the whole thing, every package says what it is for, imports are spelled out. */
class NamingTest {
    private static final Pattern EMPTY_NAME = Pattern.compile("(Utils?|Helpers?|Managers?|Impl|Common|Core)\\.java$");
    private static final Pattern EMPTY_PACKAGE = Pattern.compile("/(common|core|utils?|helpers?|managers?|impl)/");
    private static final Pattern WILDCARD_IMPORT = Pattern.compile("(?m)^import (static )?[\\w.]+\\.\\*;");

    @Test
    void noNameIsEmptyOfMeaning() {
        assertThat(SourceTree.javaFiles().stream().map(SourceTree::display).filter(NamingTest::saysNothing))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "a/StringUtils.java,true",
        "a/PoolManager.java,true",
        "a/util/Names.java,true",
        "a/core/Names.java,true",
        "a/Names.java,false",
        "a/Implementation.java,false",
    })
    void anEmptyNameWouldBeFound(String file, boolean empty) {
        assertThat(saysNothing(file)).isEqualTo(empty);
    }

    @Test
    void everyPackageSaysWhatLivesInIt() {
        var silent = new TreeSet<String>();
        for (var file : SourceTree.javaFiles()) {
            var main = file.toString().contains("/src/main/");
            if (main && !Files.exists(file.resolveSibling("package-info.java"))) {
                silent.add(SourceTree.display(file.getParent()));
            }
        }
        assertThat(silent).as("packages without package-info.java").isEmpty();
    }

    @Test
    void aPackagePageIsMoreThanALine() throws IOException {
        var thin = new ArrayList<String>();
        for (var file : mainFiles()) {
            if (file.endsWith("package-info.java") && comment(file).length() < 80) {
                thin.add(SourceTree.display(file));
            }
        }
        assertThat(thin).as("package pages that say too little").isEmpty();
    }

    @Test
    void everyImportIsSpelledOut() throws IOException {
        var lazy = new ArrayList<String>();
        for (var file : SourceTree.javaFiles()) {
            if (WILDCARD_IMPORT.matcher(Files.readString(file)).find()) {
                lazy.add(SourceTree.display(file));
            }
        }
        assertThat(lazy).isEmpty();
        assertThat(WILDCARD_IMPORT.matcher("import java.util.*;").find()).isTrue();
    }

    @Test
    void noSourceIsLongerThanAReaderCanHold() throws IOException {
        var tooLong = new ArrayList<String>();
        for (var file : mainFiles()) {
            var lines = Files.readAllLines(file).size();
            if (lines > 400) {
                tooLong.add(SourceTree.display(file) + ": " + lines);
            }
        }
        assertThat(tooLong).as("redesign rather than grow").isEmpty();
    }

    private static List<Path> mainFiles() {
        return SourceTree.javaFiles().stream()
                .filter(file -> file.toString().contains("/src/main/"))
                .toList();
    }

    private static boolean saysNothing(String file) {
        return EMPTY_NAME.matcher(file).find() || EMPTY_PACKAGE.matcher(file).find();
    }

    private static String comment(Path file) throws IOException {
        var source = Files.readString(file);
        return source.substring(0, source.indexOf("package "));
    }
}
