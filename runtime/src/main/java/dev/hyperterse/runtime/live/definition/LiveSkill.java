package dev.hyperterse.runtime.live.definition;

import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.ResourceLeaf.SkillFile;
import dev.hyperterse.runtime.live.definition.Listing.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * What clients see of a skill beside the contents of its files.
 *
 * @param entry its entry in the list of skills
 * @param folders what is directly in each of its folders, by their URIs
 */
public record LiveSkill(Entry entry, Map<String, Listing> folders) {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String FOLDER = "inode/directory";

    /** @param listed the entry of its SKILL.md in the list of resources */
    static Optional<LiveSkill> of(ResourceLeaf leaf, Entry listed) {
        return leaf.body() instanceof Body.Skill skill
                ? Optional.of(new LiveSkill(entry(leaf, skill), folders(root(leaf), skill, listed)))
                : Optional.empty();
    }

    /** The URI of the folder with the files of a skill. */
    private static String root(ResourceLeaf skill) {
        var uri = skill.publicName();
        return uri.substring(0, uri.length() - SkillFile.MAIN.length() - 1);
    }

    static List<String> files(ResourceLeaf leaf) {
        return leaf.body() instanceof Body.Skill skill
                ? skill.files().stream()
                        .map(file -> root(leaf) + "/" + file.path())
                        .toList()
                : List.of();
    }

    /** The file of a URI that is one of a skill's. */
    public static SkillFile file(ResourceLeaf leaf, Body.Skill skill, String uri) {
        var path = uri.substring(root(leaf).length() + 1);
        return skill.files().stream()
                .filter(file -> file.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    private static Entry entry(ResourceLeaf leaf, Body.Skill skill) {
        var json = JSON.createObjectNode().put("uri", leaf.publicName());
        json.set("frontmatter", skill.frontmatter());
        var resources = json.putArray("resources");
        for (var file : skill.files()) {
            resources
                    .addObject()
                    .put("uri", root(leaf) + "/" + file.path())
                    .put("digest", "sha256:" + file.digest())
                    .put("size", file.size());
        }
        return LeafJson.entry(leaf.publicName(), json);
    }

    private static Map<String, Listing> folders(String root, Body.Skill skill, Entry listed) {
        var children = new HashMap<String, Map<String, Entry>>();
        for (var file : skill.files()) {
            var uri = root + "/" + file.path();
            add(children, uri, file.path().equals(SkillFile.MAIN) ? listed : child(uri, file));
            for (var folder = parent(uri); !folder.equals(root); folder = parent(folder)) {
                add(children, folder, child(folder));
            }
        }
        var folders = new HashMap<String, Listing>();
        children.forEach((uri, entries) -> folders.put(uri, Listing.of(new ArrayList<>(entries.values()))));
        return Map.copyOf(folders);
    }

    private static void add(Map<String, Map<String, Entry>> children, String uri, Entry entry) {
        children.computeIfAbsent(parent(uri), _ -> new HashMap<>()).put(uri, entry);
    }

    private static String parent(String uri) {
        return uri.substring(0, uri.lastIndexOf('/'));
    }

    private static Entry child(String uri, SkillFile file) {
        var json = JSON.createObjectNode().put("uri", uri).put("name", name(uri));
        return LeafJson.entry(uri, json.put("mimeType", file.mimeType()).put("size", file.size()));
    }

    private static Entry child(String folder) {
        var json = JSON.createObjectNode().put("uri", folder).put("name", name(folder));
        return LeafJson.entry(folder, json.put("mimeType", FOLDER));
    }

    private static String name(String uri) {
        return uri.substring(uri.lastIndexOf('/') + 1);
    }
}
