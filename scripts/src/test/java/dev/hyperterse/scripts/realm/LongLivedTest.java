package dev.hyperterse.scripts.realm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LongLivedTest {
    @Test
    void poolOfTheCollectorIsFound() {
        assertThat(LongLived.inHeap().pools())
                .isNotEmpty()
                .allSatisfy(pool -> assertThat(pool.getType()).isEqualTo(MemoryType.HEAP))
                .noneSatisfy(pool -> assertThat(pool.getName()).containsAnyOf("Eden", "Survivor"));
    }

    @Test
    void poolIsFilledByWhatACollectionLeavesAndBeforeTheNextOne() {
        assertThat(areMany(pool(900, 700, 1_000))).isFalse();
        assertThat(areMany(pool(901, 0, 1_000))).isTrue();
        assertThat(areMany(pool(701, 701, 1_000))).isTrue();
        assertThat(areMany(pool(0, 0, 1_000), pool(901, 0, 1_000))).isTrue();
    }

    @Test
    void poolWithoutLimitMayFillTheHeap() {
        var heap = Runtime.getRuntime().maxMemory();

        assertThat(areMany(pool(heap / 2, 0, -1))).isFalse();
        assertThat(areMany(pool(heap / 100 * 95, 0, -1))).isTrue();
    }

    @Test
    void collectorThatDoesNotTellCountsAsFilled() {
        assertThat(areMany()).isTrue();
        assertThat(areMany(pool(Map.of("getUsage", new MemoryUsage(0, 0, 0, 1_000)))))
                .isTrue();
    }

    private static boolean areMany(MemoryPoolMXBean... pools) {
        return new LongLived(List.of(pools)).areMany();
    }

    private static MemoryPoolMXBean pool(long used, long afterCollection, long most) {
        return pool(Map.of(
                "getUsage", new MemoryUsage(0, used, used, most),
                "getCollectionUsage", new MemoryUsage(0, afterCollection, afterCollection, most)));
    }

    private static MemoryPoolMXBean pool(Map<String, MemoryUsage> usages) {
        return (MemoryPoolMXBean) Proxy.newProxyInstance(
                LongLivedTest.class.getClassLoader(),
                new Class<?>[] {MemoryPoolMXBean.class},
                (_, method, _) -> usages.get(method.getName()));
    }
}
