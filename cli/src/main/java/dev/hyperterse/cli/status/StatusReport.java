package dev.hyperterse.cli.status;

import java.util.List;
import java.util.stream.Stream;

/**
 * What is served, and why the rest is not.
 *
 * @param findings about the cluster as a whole
 */
public record StatusReport(List<Finding> findings, List<ServerLine> servers, List<DefinitionLine> definitions) {
    /** Whether all that there is, is served. */
    public boolean allServed() {
        return Stream.of(
                        findings.stream(),
                        servers.stream().flatMap(it -> it.findings().stream()),
                        definitions.stream().flatMap(it -> it.findings().stream()))
                .flatMap(it -> it)
                .noneMatch(Finding::blocks);
    }

    /**
     * One server.
     *
     * @param replicas such as {@code 2/2}: ready, out of those that exist
     * @param revision the newest of its catalog; 0 before the first
     * @param atRevision replicas that serve it
     * @param url empty before there is one; the public one where there is one
     * @param fragments of the platform that its spec is merged with
     * @param conditions in words, all of them
     */
    public record ServerLine(
            String namespace,
            String name,
            boolean ready,
            int tools,
            int prompts,
            int resources,
            int refused,
            String replicas,
            long revision,
            int atRevision,
            String url,
            List<String> fragments,
            List<String> conditions,
            List<Finding> findings) {}

    /**
     * One definition.
     *
     * @param ready as its condition says
     * @param serving such as {@code 1/2}: servers that serve its newest version, out of those that it names
     * @param conditions in words, all of them
     */
    public record DefinitionLine(
            String kind,
            String namespace,
            String name,
            boolean ready,
            String serving,
            List<OnServer> servers,
            List<String> conditions,
            List<Finding> findings) {}

    /**
     * A definition on one server.
     *
     * @param tool name that clients see; empty for what is no tool, or not evaluated
     * @param serving reason of the condition
     * @param generation that is served; 0 where none is
     * @param replicas of the server, such as {@code 2 of 2 replicas at revision 7}; empty where it is not read
     */
    public record OnServer(
            String namespace, String name, String tool, String serving, long generation, String replicas) {}
}
