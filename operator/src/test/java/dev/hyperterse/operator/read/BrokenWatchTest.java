package dev.hyperterse.operator.read;

import static dev.hyperterse.operator.read.FollowedCluster.OWN_NAMESPACE;
import static dev.hyperterse.operator.read.FollowedCluster.SHOP;
import static dev.hyperterse.operator.read.FollowedCluster.TEAM_A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.compiler.resolve.ObjectName;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Watches that miss something and end with 410, because the version that they came to is compacted. */
class BrokenWatchTest {
    @AutoClose
    private final FollowedCluster cluster = new FollowedCluster();

    /** Each kind that is followed, and a change of it. */
    private enum Missed {
        SERVER("hyperterseservers", new ClusterEvent.ServerAffected(SHOP)) {
            @Override
            void change(FollowedCluster cluster) {
                cluster.create(cluster.server(OWN_NAMESPACE));
            }
        },
        PROMPT("prompts", leafChanged(LeafKind.Prompt)) {
            @Override
            void change(FollowedCluster cluster) {
                cluster.create(cluster.prompt());
            }
        },
        RESOURCE("resources", leafChanged(LeafKind.Resource)) {
            @Override
            void change(FollowedCluster cluster) {
                cluster.create(cluster.resource());
            }
        },
        POD("pods", new ClusterEvent.PodsChanged(SHOP)) {
            @Override
            void change(FollowedCluster cluster) {
                cluster.create(FollowedCluster.pod());
            }
        },
        NAMESPACE("namespaces", new ClusterEvent.ServerAffected(SHOP)) {
            @Override
            void prepare(FollowedCluster cluster) throws InterruptedException {
                cluster.create(FollowedCluster.namespace("team"), cluster.server(TEAM_A));
                cluster.await(new ClusterEvent.ServerAffected(SHOP));
                cluster.awaitNamespaces();
            }

            @Override
            void change(FollowedCluster cluster) {
                cluster.label("team", Map.of("team", "a"));
            }
        },
        SECRET("secrets", new ClusterEvent.ServerAffected(SHOP)) {
            @Override
            void prepare(FollowedCluster cluster) {
                cluster.create(FollowedCluster.secret("first"));
                cluster.read(ObjectName.secret("shop", "database"));
            }

            @Override
            void change(FollowedCluster cluster) {
                cluster.client().resource(FollowedCluster.secret("second")).update();
            }
        },
        CONFIG_MAP("configmaps", new ClusterEvent.ServerAffected(SHOP)) {
            @Override
            void prepare(FollowedCluster cluster) {
                cluster.create(FollowedCluster.configMap("first"));
                cluster.read(ObjectName.configMap("shop", "texts"));
            }

            @Override
            void change(FollowedCluster cluster) {
                cluster.client().resource(FollowedCluster.configMap("second")).delete();
            }
        };

        private final String plural;
        private final ClusterEvent event;

        Missed(String plural, ClusterEvent event) {
            this.plural = plural;
            this.event = event;
        }

        void prepare(FollowedCluster cluster) throws InterruptedException {
            // Nothing has to exist.
        }

        abstract void change(FollowedCluster cluster);

        private static ClusterEvent leafChanged(LeafKind kind) {
            return new ClusterEvent.LeafChanged(FollowedCluster.leaf(kind, "one"), Set.of(SHOP));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aChangeMissedByABrokenWatchIsFoundByTheNextList(Missed missed) throws InterruptedException {
        cluster.follow();
        missed.prepare(cluster);
        cluster.forgetEvents();
        cluster.apiServer().silence(missed.plural);
        missed.change(cluster);
        cluster.apiServer().compact(missed.plural);
        cluster.await(missed.event);
        assertThat(cluster.apiServer().lists())
                .filteredOn(it -> it.split("\\?")[0].endsWith("/" + missed.plural))
                .hasSizeGreaterThan(1)
                .as("lists in pages are consistent; one at version 0 may come from an old cache")
                .allMatch(it -> it.contains("limit="))
                .noneMatch(it -> it.contains("resourceVersion=0"));
    }
}
