package dev.hyperterse.scripts.realm;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.reflect.Proxy;
import java.util.List;
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
    void poolIsFilledBeyondSevenTenths() {
        assertThat(new LongLived(List.of(pool(700, 1_000))).areMany()).isFalse();
        assertThat(new LongLived(List.of(pool(701, 1_000))).areMany()).isTrue();
        assertThat(new LongLived(List.of(pool(0, 1_000), pool(900, 1_000))).areMany())
                .isTrue();
    }

    @Test
    void poolWithoutLimitMayFillTheHeap() {
        var heap = Runtime.getRuntime().maxMemory();

        assertThat(new LongLived(List.of(pool(heap / 2, -1))).areMany()).isFalse();
        assertThat(new LongLived(List.of(pool(heap / 10 * 9, -1))).areMany()).isTrue();
    }

    @Test
    void collectorThatDoesNotTellCountsAsFilled() {
        assertThat(new LongLived(List.of()).areMany()).isTrue();
    }

    private static MemoryPoolMXBean pool(long used, long most) {
        var usage = new MemoryUsage(0, used, used, most);
        return (MemoryPoolMXBean) Proxy.newProxyInstance(
                LongLivedTest.class.getClassLoader(), new Class<?>[] {MemoryPoolMXBean.class}, (_, method, _) -> {
                    assertThat(method.getName()).isEqualTo("getUsage");
                    return usage;
                });
    }
}
