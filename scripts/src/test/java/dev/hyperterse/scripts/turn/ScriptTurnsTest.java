package dev.hyperterse.scripts.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.scripts.turn.ScriptUsage.Used;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** The order of turns. A thread here is a task that begins its turn when it is taken, and ends it when it is run. */
class ScriptTurnsTest {
    private static final int SLOW = 30;

    private final Queue<Runnable> threads = new ArrayDeque<>();
    private final List<String> turns = new ArrayList<>();
    private final RecentUse shop = new RecentUse();
    private final RecentUse other = new RecentUse();
    private long now = 1;

    @Test
    void scriptWithTheLeastRecentUseIsNext() {
        var one = with(1);
        var greedy = new Run("greedy", new ScriptShare(shop));
        var modest = new Run("modest", new ScriptShare(shop));
        greedy.add(one);
        greedy.uses(10);
        greedy.add(one);
        greedy.add(one);
        modest.add(one);
        assertThat(one.waiting()).isEqualTo(3);
        endTurns();
        assertThat(one.waiting()).isZero();
        assertThat(turns).containsExactly("greedy", "modest", "greedy", "greedy");
    }

    @Test
    void manyScriptsOfOneNamespaceDoNotDelayThatOfAnother() {
        var one = with(1);
        var first = new Run("first", new ScriptShare(shop));
        var second = new Run("second", new ScriptShare(shop));
        var foreign = new Run("foreign", new ScriptShare(other));
        first.add(one);
        first.uses(10);
        second.add(one);
        foreign.add(one);
        endTurns();
        assertThat(turns).containsExactly("first", "foreign", "second");
    }

    @Test
    void recentUseDecays() {
        var one = with(1);
        var before = new Run("before", new ScriptShare(shop));
        before.add(one);
        before.uses(10);
        endTurns();
        now += Duration.ofMinutes(1).toNanos();
        var holder = new Run("holder", new ScriptShare(other));
        var later = new Run("later", new ScriptShare(shop));
        holder.add(one);
        before.add(one);
        later.add(one);
        endTurns();
        assertThat(turns).containsExactly("before", "holder", "before", "later");
    }

    @Test
    void slowTurnNoLongerBlocksOthersFromAThread() {
        var one = with(1);
        var slow = new Run("slow", new ScriptShare(shop));
        var quick = new Run("quick", new ScriptShare(shop));
        slow.add(one);
        quick.add(one);
        one.check();
        assertThat(threads).hasSize(1);
        slow.uses(SLOW);
        one.check();
        assertThat(threads).hasSize(2);
    }

    @Test
    void slowScriptsNeverHaveAllThreadsUntilTheyAreQuickAgain() {
        var two = with(2);
        var share = new ScriptShare(shop);
        var run = new Run("slow", share);
        run.add(two);
        run.uses(SLOW);
        endTurns();
        new Run("again", share).add(two);
        new Run("and again", share).add(two);
        assertThat(threads).hasSize(1);
        new Run("quick", new ScriptShare(shop)).add(two);
        assertThat(threads).hasSize(2);
        endTurns();
        now += Duration.ofMillis(10 * SLOW + 1).toNanos();
        new Run("slow no longer", share).add(two);
        new Run("nor this", share).add(two);
        assertThat(threads).hasSize(2);
    }

    @Test
    void quickTurnsOfASlowScriptDoNotKeepItSlow() {
        var two = with(2);
        var share = new ScriptShare(shop);
        var slow = new Run("slow", share);
        slow.add(two);
        slow.uses(SLOW);
        endTurns();
        for (var turn = 0; turn < 10; turn++) {
            var quick = new Run("quick", share);
            quick.add(two);
            quick.uses(10);
            endTurns();
            now += Duration.ofMillis(SLOW).toNanos();
        }
        new Run("slow no longer", share).add(two);
        new Run("nor this", share).add(two);
        assertThat(threads).hasSize(2);
    }

    @Test
    void slowScriptWithTheMostUseIsEndedForAQuickOne() {
        var one = with(1);
        var endless = new ArrayList<Run>();
        for (var number = 0; number < 3; number++) {
            var run = new Run("endless", new ScriptShare(shop));
            endless.add(run);
            run.add(one);
            run.uses(SLOW + number);
            one.check();
        }
        assertThat(endless).allMatch(run -> run.ended.isEmpty());
        new Run("quick", new ScriptShare(other)).add(one);
        one.check();
        assertThat(endless.stream().map(run -> run.ended.isPresent())).containsExactly(false, true, false);
        one.check();
        assertThat(endless.stream().filter(run -> run.ended.isPresent())).hasSize(1);
    }

    @Test
    void moreThreadsStartWaitingTurns() {
        var turned = with(1);
        var waiting = new Run("waiting", new ScriptShare(shop));
        new Run("running", new ScriptShare(other)).add(turned);
        waiting.add(turned);
        assertThat(threads).hasSize(1);
        turned.limit(2);
        assertThat(threads).hasSize(2);
        turned.limit(1);
        new Run("third", new ScriptShare(other)).add(turned);
        assertThat(threads).hasSize(2);
        endTurns();
        assertThat(turns).containsExactly("running", "waiting", "third");
    }

    private ScriptTurns with(int count) {
        return new ScriptTurns(count, threads::add, () -> now);
    }

    private void endTurns() {
        for (var thread = threads.poll(); thread != null; thread = threads.poll()) {
            thread.run();
        }
    }

    private final class Run {
        private final String name;
        private final ScriptShare share;
        private final ScriptUsage usage;
        private long nanos;
        private Optional<String> ended = Optional.empty();

        Run(String name, ScriptShare share) {
            this.name = name;
            this.share = share;
            this.usage = new ScriptUsage(why -> ended = Optional.of(why));
            usage.begin(1, _ -> new Used(0, nanos));
        }

        void add(ScriptTurns to) {
            to.add(share, usage, () -> turns.add(name));
        }

        void uses(int millis) {
            nanos += Duration.ofMillis(millis).toNanos();
            usage.look(_ -> new Used(0, nanos));
        }
    }
}
