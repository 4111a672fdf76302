{{- define "hyperterse-server.name" -}}
{{- $name := .Values.name | default .Release.Name }}
{{- if not (regexMatch "^[a-z]([-a-z0-9]{0,48}[a-z0-9])?$" $name) }}
{{- fail (printf "a server cannot be called %q: at most 50 small letters, digits and hyphens, with a letter first. Set the value name, or take another name for the release" $name) }}
{{- end }}
{{- $name }}
{{- end }}

{{- /* Takes root and name. */ -}}
{{- define "hyperterse-server.metadata" -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  app.kubernetes.io/part-of: {{ include "hyperterse-server.name" .root }}
  {{- with .root.Values.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .root.Values.annotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
