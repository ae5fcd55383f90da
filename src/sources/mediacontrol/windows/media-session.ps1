# Prints what the media players of Windows report, as "media-control stream" does on macOS: a line of JSON for each change
# of the player that plays, or of the one that Windows takes for the current one while none does.
# -App: only this application (its id, such as Spotify.exe). -Parent: the process with whose end this one ends.
# For Windows PowerShell 5.1, which takes a file without a mark for one of the system's code page: ASCII alone.
param([string]$App = '', [int]$Parent = 0)

Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'

$EveryMs = 300
$AnswerMs = 5000
# A picture that is larger is left out.
$MaxPictureBytes = 4194304
$BlockBytes = 65536
# Players name a picture late, and some show the one of the track before at first: that often it is read after a change.
$PictureLooks = 10
# In a row.
$MaxFailures = 10

$Utf8 = New-Object System.Text.UTF8Encoding($false)
$Out = New-Object System.IO.StreamWriter([Console]::OpenStandardOutput(), $Utf8)
$Out.AutoFlush = $true
$Errors = New-Object System.IO.StreamWriter([Console]::OpenStandardError(), $Utf8)
$Errors.AutoFlush = $true

function Write-Line($Message) {
    $Out.Write((ConvertTo-Json -Compress -Depth 4 -InputObject $Message) + "`n")
}

function Write-Media([bool]$Diff, $Payload) {
    Write-Line @{ type = 'data'; diff = $Diff; payload = $Payload }
}

# What went wrong, on one line.
function Get-Reason($Failure) {
    return "$($Failure.Exception.GetBaseException().Message)" -replace '\s+', ' '
}

# What an operation of Windows gives.
function Wait-Operation($Operation, [type]$Result) {
    $task = $AsTask.MakeGenericMethod($Result).Invoke($null, @($Operation))
    if (-not $task.Wait($AnswerMs)) {
        throw 'a media player does not answer Windows'
    }
    return $task.Result
}

# The player whose track counts; nothing while there is none.
function Select-Session($Manager) {
    $sessions = @($Manager.GetSessions() | Where-Object { $App -eq '' -or $_.SourceAppUserModelId -eq $App })
    $current = $Manager.GetCurrentSession()
    $first = $null
    if ($null -ne $current) {
        $first = $sessions | Where-Object { $_.SourceAppUserModelId -eq $current.SourceAppUserModelId } | Select-Object -First 1
    }
    $ordered = @(@($first) + $sessions | Where-Object { $null -ne $_ })
    $playing = $ordered | Where-Object { "$($_.GetPlaybackInfo().PlaybackStatus)" -eq 'Playing' } | Select-Object -First 1
    if ($null -ne $playing) {
        return $playing
    }
    return $ordered | Select-Object -First 1
}

# The picture in base64; empty when there is none, or one that is too large. Throws when it cannot be read.
# Bytes are counted while they are read, because Windows PowerShell does not always see the properties of such an object.
function Read-Picture($Reference) {
    if ($null -eq $Reference) {
        return ''
    }
    $memory = New-Object System.IO.MemoryStream
    $stream = $null
    $picture = Wait-Operation ($Reference.OpenReadAsync()) ([Windows.Storage.Streams.IRandomAccessStreamWithContentType])
    try {
        $bytes = $GetInputStreamAt.Invoke($picture, @([uint64]0))
        $stream = $AsStreamForRead.Invoke($null, @($bytes))
        $block = New-Object byte[] $BlockBytes
        while (($count = $stream.Read($block, 0, $BlockBytes)) -gt 0) {
            if ($memory.Length + $count -gt $MaxPictureBytes) {
                return ''
            }
            $memory.Write($block, 0, $count)
        }
        return [Convert]::ToBase64String($memory.ToArray())
    } finally {
        if ($null -ne $stream) {
            $stream.Dispose()
        }
        $memory.Dispose()
        try {
            # By reflection, for the same reason: Windows PowerShell sees no method of it.
            $null = $Dispose.Invoke($picture, @())
        } catch {
            # The picture was read all the same.
            $null = $_
        }
    }
}

try {
    Add-Type -AssemblyName System.Runtime.WindowsRuntime
    $null = [Windows.Media.Control.GlobalSystemMediaTransportControlsSessionManager, Windows.Media.Control, ContentType = WindowsRuntime]
    $null = [Windows.Media.Control.GlobalSystemMediaTransportControlsSessionMediaProperties, Windows.Media.Control, ContentType = WindowsRuntime]
    $null = [Windows.Storage.Streams.IRandomAccessStream, Windows.Storage.Streams, ContentType = WindowsRuntime]
    $null = [Windows.Storage.Streams.IRandomAccessStreamWithContentType, Windows.Storage.Streams, ContentType = WindowsRuntime]
    $AsTask = [System.WindowsRuntimeSystemExtensions].GetMethods() | Where-Object {
        $_.Name -eq 'AsTask' -and $_.GetParameters().Count -eq 1 -and $_.GetParameters()[0].ParameterType.Name -eq 'IAsyncOperation`1'
    } | Select-Object -First 1
    $GetInputStreamAt = [Windows.Storage.Streams.IRandomAccessStream].GetMethod('GetInputStreamAt')
    $AsStreamForRead = [System.IO.WindowsRuntimeStreamExtensions].GetMethods() | Where-Object {
        $_.Name -eq 'AsStreamForRead' -and $_.GetParameters().Count -eq 1
    } | Select-Object -First 1

    $Dispose = [System.IDisposable].GetMethod('Dispose')

    $manager = Wait-Operation ([Windows.Media.Control.GlobalSystemMediaTransportControlsSessionManager]::RequestAsync()) ([Windows.Media.Control.GlobalSystemMediaTransportControlsSessionManager])
    $parentProcess = $null
    if ($Parent -ne 0) {
        $parentProcess = Get-Process -Id $Parent
    }
    $lastNames = $null
    $lastState = $null
    $lastPicture = ''
    $looks = 0
    $failures = 0
    $isPictureFailureTold = $false
    while ($null -eq $parentProcess -or -not $parentProcess.HasExited) {
        try {
            $session = Select-Session $manager
            $payload = @{}
            $names = ''
            $state = ''
            if ($null -ne $session) {
                $media = Wait-Operation ($session.TryGetMediaPropertiesAsync()) ([Windows.Media.Control.GlobalSystemMediaTransportControlsSessionMediaProperties])
                $payload = @{
                    bundleIdentifier = "$($session.SourceAppUserModelId)"
                    title = "$($media.Title)"
                    artist = "$($media.Artist)"
                    album = "$($media.AlbumTitle)"
                    genre = "$(@($media.Genres) | Select-Object -First 1)"
                    duration = $session.GetTimelineProperties().EndTime.TotalSeconds
                    playing = "$($session.GetPlaybackInfo().PlaybackStatus)" -eq 'Playing'
                }
                $names = ConvertTo-Json -Compress -InputObject @($payload.bundleIdentifier, $payload.title, $payload.artist)
                $state = ConvertTo-Json -Compress -InputObject @($payload.album, $payload.genre, $payload.duration, $payload.playing)
            }
            $failures = 0
        } catch {
            # A player that is just ending makes Windows refuse for a moment.
            $failures += 1
            if ($failures -ge $MaxFailures) {
                throw
            }
            Start-Sleep -Milliseconds $EveryMs
            continue
        }
        if ($names -cne $lastNames) {
            $lastNames = $names
            $lastPicture = ''
            $looks = 0
            Write-Media $false $payload
        } elseif ($state -cne $lastState) {
            Write-Media $true $payload
        }
        $lastState = $state
        if ($null -ne $session -and $looks -lt $PictureLooks) {
            $looks += 1
            $picture = ''
            try {
                $picture = Read-Picture $media.Thumbnail
            } catch {
                if (-not $isPictureFailureTold) {
                    $isPictureFailureTold = $true
                    Write-Line @{ type = 'failure'; what = 'picture'; reason = (Get-Reason $_) }
                }
            }
            if ($picture -ne '' -and $picture -cne $lastPicture) {
                $lastPicture = $picture
                Write-Media $true @{ artworkData = $picture }
            }
        }
        Start-Sleep -Milliseconds $EveryMs
    }
} catch {
    $Errors.Write((Get-Reason $_) + "`n")
    exit 1
}
