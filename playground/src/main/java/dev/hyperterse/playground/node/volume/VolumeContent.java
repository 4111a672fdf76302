package dev.hyperterse.playground.node.volume;

import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFile;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjection;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The files that the volumes of one pod hold now, by relative path. */
public final class VolumeContent {
    private final ReferredObjects objects;
    private final DownwardFields fields;
    private final Function<ServiceAccountTokenProjection, TokenFile> tokenFiles;
    private final Map<ServiceAccountTokenProjection, TokenFile> tokens = new HashMap<>();

    public VolumeContent(
            ReferredObjects objects,
            DownwardFields fields,
            Function<ServiceAccountTokenProjection, TokenFile> tokenFiles) {
        this.objects = objects;
        this.fields = fields;
        this.tokenFiles = tokenFiles;
    }

    /** Nothing: an empty folder that belongs to the pod. */
    Optional<Map<String, byte[]>> of(Volume volume) throws CannotStart {
        if (volume.getEmptyDir() != null) {
            return Optional.empty();
        }
        if (volume.getConfigMap() != null) {
            var source = volume.getConfigMap();
            return Optional.of(configMap(source.getName(), source.getItems(), source.getOptional()));
        }
        if (volume.getSecret() != null) {
            var source = volume.getSecret();
            return Optional.of(secret(source.getSecretName(), source.getItems(), source.getOptional()));
        }
        if (volume.getDownwardAPI() != null) {
            return Optional.of(downward(volume.getDownwardAPI().getItems()));
        }
        if (volume.getProjected() != null) {
            var all = new TreeMap<String, byte[]>();
            for (var projection : volume.getProjected().getSources()) {
                all.putAll(of(volume, projection));
            }
            return Optional.of(all);
        }
        throw unsupported(volume);
    }

    private Map<String, byte[]> of(Volume volume, VolumeProjection projection) throws CannotStart {
        if (projection.getServiceAccountToken() != null) {
            var token = tokens.computeIfAbsent(projection.getServiceAccountToken(), tokenFiles);
            return Map.of(token.path(), token.content());
        }
        if (projection.getConfigMap() != null) {
            var source = projection.getConfigMap();
            return configMap(source.getName(), source.getItems(), source.getOptional());
        }
        if (projection.getSecret() != null) {
            var source = projection.getSecret();
            return secret(source.getName(), source.getItems(), source.getOptional());
        }
        if (projection.getDownwardAPI() != null) {
            return downward(projection.getDownwardAPI().getItems());
        }
        throw unsupported(volume);
    }

    private Map<String, byte[]> configMap(String name, List<KeyToPath> items, Boolean optional) throws CannotStart {
        return selected("configmap \"" + name + "\"", objects.configMap(name), items, Boolean.TRUE.equals(optional));
    }

    private Map<String, byte[]> secret(String name, List<KeyToPath> items, Boolean optional) throws CannotStart {
        return selected("secret \"" + name + "\"", objects.secret(name), items, Boolean.TRUE.equals(optional));
    }

    private Map<String, byte[]> downward(List<DownwardAPIVolumeFile> items) throws CannotStart {
        var files = new TreeMap<String, byte[]>();
        for (var item : items) {
            if (item.getFieldRef() == null) {
                throw new CannotStart(CannotStart.CREATING, "the playground's node has no resourceFieldRef");
            }
            files.put(
                    item.getPath(),
                    fields.value(item.getFieldRef().getFieldPath()).getBytes(StandardCharsets.UTF_8));
        }
        return files;
    }

    private static Map<String, byte[]> selected(
            String object, Optional<Map<String, byte[]>> found, List<KeyToPath> items, boolean optional)
            throws CannotStart {
        if (found.isEmpty()) {
            if (optional) {
                return Map.of();
            }
            throw new CannotStart(CannotStart.CREATING, object + " not found");
        }
        if (items.isEmpty()) {
            return found.get();
        }
        var files = new TreeMap<String, byte[]>();
        for (var item : items) {
            var content = found.get().get(item.getKey());
            if (content != null) {
                files.put(item.getPath(), content);
            } else if (!optional) {
                throw new CannotStart(CannotStart.CREATING, object + " has no key " + item.getKey());
            }
        }
        return files;
    }

    private static CannotStart unsupported(Volume volume) {
        return new CannotStart(
                CannotStart.CREATING,
                "volume " + volume.getName() + ": the playground's node has volumes of configMap, secret, downwardAPI,"
                        + " projected (these and serviceAccountToken) and emptyDir only");
    }
}
