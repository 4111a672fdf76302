package dev.hyperterse.playground.node.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartCacheTest {
    @Test
    void podsStartFromTheCacheOfTheJvmThatStartsThem(@TempDir Path folder) throws IOException {
        var cache = Files.createFile(folder.resolve("started.aot"));
        assertThat(StartCache.in(List.of("-Xmx512m", "-XX:AOTCache=" + cache))).contains(cache);
        assertThat(images(Optional.of(cache)).options())
                .contains("-XX:AOTCache=" + cache, "-XX:+UseCompactObjectHeaders", "-XX:TieredStopAtLevel=1")
                .doesNotHaveDuplicates();
    }

    /** The launcher leaves it away where it could not make one; a later build may have deleted it. */
    @Test
    void withoutACachePodsStartAsAlways(@TempDir Path folder) {
        assertThat(StartCache.in(List.of("-XX:AOTCache=" + folder.resolve("gone"))))
                .isEmpty();
        assertThat(StartCache.in(List.of("-Xmx512m"))).isEmpty();
        assertThat(images(Optional.empty()).options())
                .contains("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .noneMatch(option -> option.contains("AOTCache"));
    }

    private static Images images(Optional<Path> cache) {
        return new Images(
                "java", "a.jar", Map.of(), cache.map(StartCache::options).orElseGet(List::of));
    }
}
