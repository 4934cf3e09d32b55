; Installer for Windows, compiled by makensis 3. It installs for the current user without administrator rights, or for
; all users (/ALLUSERS, for administrators).
; Silent: tillbridge-setup.exe /S [/ALLUSERS] [/LOGON] [/WAIT] [/D=folder]. /LOGON opens the till at each sign-in. /WAIT
; waits up to a minute for an open till to close: the till itself starts the installer for an update. /D is the last
; argument, unquoted, or quoted as a whole ("/D=C:\My till"), as PowerShell and other programs pass it.
; A refusal changes nothing, gives its reason (in a window, and in %TEMP%\tillbridge-setup.log), and has an exit code:
; 2 no rights, 3 the till is open, 4 files not written, 5 newer records of payments, 6 installed elsewhere, 7 path too
; long, 8 no space, 9 a payment is not finished (uninstallation).
; Defines of the caller: VERSION (a.b.c), PAYLOAD (folder), OUTPUT (file), ICON (file), JOURNAL (format of the records
; that this version writes), LONGEST (length of the longest path in the payload), MEGABYTES (required space).
; The program is 64-bit only. The installer is 32-bit if makensis cannot make 64-bit ones (that of nsis.sourceforge.io).
!if /FileExists "${NSISDIR}/Stubs/lzma_solid-amd64-unicode"
  Target amd64-unicode
!else
  Unicode true
!endif
Name "Tillbridge ${VERSION}"
OutFile "${OUTPUT}"
RequestExecutionLevel user
SetCompressor /SOLID lzma
InstallDir ""
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "WordFunc.nsh"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Tillbridge"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Tillbridge"
VIAddVersionKey "FileDescription" "Tillbridge installer"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "Apache-2.0"
Icon "${ICON}"
UninstallIcon "${ICON}"
Var ForAll
; Folder of settings and records of the user who installs. It is set before Scope: for all users the folder differs.
Var Data
; Number of further checks whether the till is open, every half second.
Var Patience

LoadLanguageFile "${NSISDIR}\Contrib\Language files\English.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\German.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\Spanish.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\French.nlf"
LangString OPEN ${LANG_ENGLISH} "The till is open. Close it first, then start this again. Nothing was changed."
LangString OPEN ${LANG_GERMAN} "Die Kasse ist offen. Zuerst schließen, dann erneut starten. Nichts wurde geändert."
LangString OPEN ${LANG_SPANISH} "La caja está abierta. Ciérrela primero y vuelva a empezar. No se ha cambiado nada."
LangString OPEN ${LANG_FRENCH} "La caisse est ouverte. Fermez-la d’abord, puis recommencez. Rien n’a été modifié."
LangString RIGHTS ${LANG_ENGLISH} "Installing for everybody takes an administrator. Without /ALLUSERS it is installed for you alone."
LangString RIGHTS ${LANG_GERMAN} "Für alle zu installieren braucht einen Administrator. Ohne /ALLUSERS wird nur für Sie installiert."
LangString RIGHTS ${LANG_SPANISH} "Para instalar para todos hace falta un administrador. Sin /ALLUSERS se instala solo para usted."
LangString RIGHTS ${LANG_FRENCH} "L’installation pour tous demande un administrateur. Sans /ALLUSERS, elle est pour vous seul."
LangString UNWRITTEN ${LANG_ENGLISH} "Not everything could be written into this folder, perhaps because it is read-only or another program holds files there. What was there before is as it was:"
LangString UNWRITTEN ${LANG_GERMAN} "In diesen Ordner konnte nicht alles geschrieben werden, vielleicht ist er schreibgeschützt oder ein anderes Programm hält Dateien darin. Was vorher dort war, ist wie zuvor:"
LangString UNWRITTEN ${LANG_SPANISH} "No se ha podido escribir todo en esta carpeta; quizá sea de solo lectura u otro programa tenga archivos abiertos. Lo que había sigue como estaba:"
LangString UNWRITTEN ${LANG_FRENCH} "Tout n’a pas pu être écrit dans ce dossier ; il est peut-être en lecture seule, ou un autre programme y tient des fichiers. Ce qui s’y trouvait est inchangé :"
LangString OLDER ${LANG_ENGLISH} "The records of payments were written by a newer version, which this one cannot read. Install that version or a newer one. Nothing was changed:"
LangString OLDER ${LANG_GERMAN} "Die Aufzeichnungen der Zahlungen stammen von einer neueren Version, die diese nicht lesen kann. Jene oder eine neuere installieren. Nichts wurde geändert:"
LangString OLDER ${LANG_SPANISH} "Los registros de pagos son de una versión más nueva, que esta no puede leer. Instale aquella u otra más nueva. No se ha cambiado nada:"
LangString OLDER ${LANG_FRENCH} "Les enregistrements des paiements viennent d’une version plus récente, que celle-ci ne peut pas lire. Installez cette version ou une plus récente. Rien n’a été modifié :"
LangString ELSEWHERE ${LANG_ENGLISH} "Tillbridge is installed in another folder already. Install into that one, or uninstall it first: two versions would share one till. Nothing was changed:"
LangString ELSEWHERE ${LANG_GERMAN} "Tillbridge ist schon in einem anderen Ordner installiert. Dorthin installieren oder es zuerst deinstallieren: Zwei Versionen würden sich eine Kasse teilen. Nichts wurde geändert:"
LangString ELSEWHERE ${LANG_SPANISH} "Tillbridge ya está instalado en otra carpeta. Instálelo en esa o desinstálelo antes: dos versiones compartirían una caja. No se ha cambiado nada:"
LangString ELSEWHERE ${LANG_FRENCH} "Tillbridge est déjà installé dans un autre dossier. Installez-le là, ou désinstallez-le d’abord : deux versions partageraient une caisse. Rien n’a été modifié :"
LangString LONG ${LANG_ENGLISH} "The path of this folder is too long for Windows. Choose a shorter one. Nothing was changed:"
LangString LONG ${LANG_GERMAN} "Der Pfad dieses Ordners ist für Windows zu lang. Einen kürzeren wählen. Nichts wurde geändert:"
LangString LONG ${LANG_SPANISH} "La ruta de esta carpeta es demasiado larga para Windows. Elija una más corta. No se ha cambiado nada:"
LangString LONG ${LANG_FRENCH} "Le chemin de ce dossier est trop long pour Windows. Choisissez-en un plus court. Rien n’a été modifié :"
LangString ROOM ${LANG_ENGLISH} "There is too little room on this drive. Nothing was changed. Needed (MB):"
LangString ROOM ${LANG_GERMAN} "Auf diesem Laufwerk ist zu wenig Platz. Nichts wurde geändert. Nötig (MB):"
LangString ROOM ${LANG_SPANISH} "No hay espacio suficiente en esta unidad. No se ha cambiado nada. Necesario (MB):"
LangString ROOM ${LANG_FRENCH} "Il n’y a pas assez d’espace sur ce lecteur. Rien n’a été modifié. Nécessaire (Mo) :"
LangString UNFINISHED ${LANG_ENGLISH} "A payment is not finished: it is not yet known whether the customer was charged. Open the till and let it finish, then uninstall. Nothing was changed."
LangString UNFINISHED ${LANG_GERMAN} "Eine Zahlung ist nicht abgeschlossen: Es ist noch nicht bekannt, ob der Kunde belastet wurde. Die Kasse öffnen und abschließen lassen, dann deinstallieren. Nichts wurde geändert."
LangString UNFINISHED ${LANG_SPANISH} "Hay un pago sin terminar: aún no se sabe si se ha cobrado al cliente. Abra la caja y deje que termine; después, desinstale. No se ha cambiado nada."
LangString UNFINISHED ${LANG_FRENCH} "Un paiement n’est pas terminé : on ne sait pas encore si le client a été débité. Ouvrez la caisse et laissez-la finir, puis désinstallez. Rien n’a été modifié."
LangString KEPT ${LANG_ENGLISH} "Settings and records of payments are kept:"
LangString KEPT ${LANG_GERMAN} "Einstellungen und Aufzeichnungen der Zahlungen bleiben:"
LangString KEPT ${LANG_SPANISH} "Los ajustes y los registros de pagos se conservan:"
LangString KEPT ${LANG_FRENCH} "Les réglages et les enregistrements des paiements sont conservés :"
LangString ATLOGON ${LANG_ENGLISH} "Open the till with every sign-in"
LangString ATLOGON ${LANG_GERMAN} "Die Kasse bei jeder Anmeldung öffnen"
LangString ATLOGON ${LANG_SPANISH} "Abrir la caja con cada inicio de sesión"
LangString ATLOGON ${LANG_FRENCH} "Ouvrir la caisse à chaque ouverture de session"

Page components
Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!macro Scope
  ${If} $ForAll == 1
    SetShellVarContext all
  ${Else}
    SetShellVarContext current
  ${EndIf}
!macroend

; The caller of a silent installation reads the exit code, or the log file.
!macro Refuse CODE TEXT
  FileOpen $9 "$TEMP\tillbridge-setup.log" w
  FileWriteUTF16LE /BOM $9 "${TEXT}$\r$\n"
  FileClose $9
  MessageBox MB_OK|MB_ICONSTOP "${TEXT}" /SD IDOK
  SetErrorLevel ${CODE}
  Abort
!macroend

; Windows refuses to open a running program for writing. An open till must not lose its files during a payment.
!macro RefuseOpen
  ${If} ${FileExists} "$INSTDIR\bin\node.exe"
    ${Do}
      ClearErrors
      FileOpen $0 "$INSTDIR\bin\node.exe" a
      ${IfNot} ${Errors}
        FileClose $0
        ${ExitDo}
      ${EndIf}
      ${If} $Patience < 1
        !insertmacro Refuse 3 "$(OPEN)"
      ${EndIf}
      IntOp $Patience $Patience - 1
      Sleep 500
    ${Loop}
  ${EndIf}
!macroend

; Refuses if the till is installed in another folder, for this user or for all users.
!macro RefuseElsewhere ROOT
  ReadRegStr $0 ${ROOT} "${KEY}" "InstallLocation"
  ${If} $0 != ""
  ${AndIf} $0 != $INSTDIR
  ${AndIf} ${FileExists} "$0\bin\node.exe"
    !insertmacro Refuse 6 "$(ELSEWHERE) $0"
  ${EndIf}
!macroend

; Every top-level entry of the program (nsis.mjs checks that the list is complete). Only these are replaced and removed,
; because the user may have installed into a folder with other files.
!macro Each DO
  !insertmacro ${DO} "bin"
  !insertmacro ${DO} "build"
  !insertmacro ${DO} "node_modules"
  !insertmacro ${DO} "legal"
  !insertmacro ${DO} "package.json"
  !insertmacro ${DO} "updates.json"
  !insertmacro ${DO} "CHANGELOG.md"
  !insertmacro ${DO} "tillbridge.cmd"
  !insertmacro ${DO} "tillbridge-till.cmd"
  !insertmacro ${DO} "tillbridge.ico"
!macroend

; Moves the installed entry to .old and the unpacked entry into its place. A virus scanner may lock a file for a moment.
!macro Swap NAME
  ${If} $R7 == ""
    ${If} ${FileExists} "$INSTDIR\${NAME}"
      Push "$INSTDIR\${NAME}"
      Push "$INSTDIR\.old\${NAME}"
      Call Move
    ${EndIf}
    ${If} $R7 == ""
    ${AndIf} ${FileExists} "$INSTDIR\.new\${NAME}"
      Push "$INSTDIR\.new\${NAME}"
      Push "$INSTDIR\${NAME}"
      Call Move
    ${EndIf}
  ${EndIf}
!macroend
!macro Undo NAME
  ${If} ${FileExists} "$INSTDIR\.old\${NAME}"
    RMDir /r "$INSTDIR\${NAME}"
    Delete "$INSTDIR\${NAME}"
    Rename "$INSTDIR\.old\${NAME}" "$INSTDIR\${NAME}"
  ${EndIf}
!macroend
!macro Remove NAME
  RMDir /r "$INSTDIR\${NAME}"
  Delete "$INSTDIR\${NAME}"
!macroend

; Moves a path; source and target are on the stack. Sets $R7 to the source if the move fails for 10 s.
Function Move
  Pop $1
  Pop $0
  StrCpy $2 0
  ${Do}
    ClearErrors
    Rename $0 $1
    ${IfNot} ${Errors}
      Return
    ${EndIf}
    Sleep 500
    IntOp $2 $2 + 1
  ${LoopUntil} $2 >= 20
  StrCpy $R7 $0
FunctionEnd

; Sets $R8 to the format of the records in $0 (SQLite's user_version: four bytes at offset 60), or 0 without a file.
Function FormOf
  StrCpy $R8 0
  ClearErrors
  FileOpen $1 $0 r
  ${If} ${Errors}
    Return
  ${EndIf}
  FileSeek $1 60
  ${For} $2 1 4
    FileReadByte $1 $3
    IntOp $R8 $R8 * 256
    IntOp $R8 $R8 + $3
  ${Next}
  FileClose $1
  ; The newest format may be only in the write-ahead log, so the format of the installed version ($R9) counts too.
  ${If} $R9 > $R8
    StrCpy $R8 $R9
  ${EndIf}
FunctionEnd

; Sets $R9 to the format that the installed version writes, or 0 if there is none or it declares no format.
Function InstalledForm
  StrCpy $R9 0
  ClearErrors
  FileOpen $1 "$INSTDIR\package.json" r
  ${If} ${Errors}
    Return
  ${EndIf}
  FileRead $1 $2
  FileClose $1
  ClearErrors
  ${WordFind2X} $2 '"journal":' ',' "E+1" $3
  ${IfNot} ${Errors}
    StrCpy $R9 $3
  ${EndIf}
FunctionEnd

!macro RefuseOlder FOLDER
  StrCpy $0 "${FOLDER}\journal.sqlite"
  Call FormOf
  ${If} $R8 > ${JOURNAL}
    !insertmacro Refuse 5 "$(OLDER) $0"
  ${EndIf}
!macroend

; Called after every refusal and failure. The installed version is unchanged: only the unpacked files are deleted.
Function .onInstFailed
  SetOutPath "$TEMP"
  RMDir /r "$INSTDIR\.new"
  RMDir "$INSTDIR"
FunctionEnd

; Makes every check before the first change.
Function Judge
  !insertmacro RefuseOpen
  !insertmacro RefuseElsewhere HKCU
  !insertmacro RefuseElsewhere HKLM
  StrLen $0 $INSTDIR
  IntOp $0 $0 + ${LONGEST}
  ${If} $0 > 250
    !insertmacro Refuse 7 "$(LONG) $INSTDIR"
  ${EndIf}
  Call InstalledForm
  !insertmacro RefuseOlder $Data
  ${If} $ForAll == 1
    ${GetParent} $PROFILE $R6
    FindFirst $4 $5 "$R6\*"
    ${DoWhile} $5 != ""
      !insertmacro RefuseOlder "$R6\$5\AppData\Local\Tillbridge"
      FindNext $4 $5
    ${Loop}
    FindClose $4
  ${EndIf}
  ${GetRoot} $INSTDIR $0
  ClearErrors
  ${DriveSpace} "$0\" "/D=F /S=M" $1
  ${IfNot} ${Errors}
  ${AndIf} $1 < ${MEGABYTES}
    !insertmacro Refuse 8 "$(ROOM) ${MEGABYTES}"
  ${EndIf}
FunctionEnd

Section "Tillbridge"
  SectionIn RO
  Call Judge
  RMDir /r "$INSTDIR\.new"
  RMDir /r "$INSTDIR\.old"
  ClearErrors
  SetOutPath "$INSTDIR\.new"
  File /r "${PAYLOAD}/*"
  ${If} ${Errors}
    !insertmacro Refuse 4 "$(UNWRITTEN) $INSTDIR"
  ${EndIf}
  SetOutPath "$INSTDIR"
  CreateDirectory "$INSTDIR\.old"
  StrCpy $R7 ""
  !insertmacro Each Swap
  ${If} $R7 != ""
    !insertmacro Each Undo
    RMDir /r "$INSTDIR\.old"
    !insertmacro Refuse 4 "$(UNWRITTEN) $R7"
  ${EndIf}
  RMDir /r "$INSTDIR\.old"
  RMDir /r "$INSTDIR\.new"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateDirectory "$SMPROGRAMS\Tillbridge"
  CreateShortcut "$SMPROGRAMS\Tillbridge\Tillbridge.lnk" "$INSTDIR\tillbridge-till.cmd" "" "$INSTDIR\tillbridge.ico" 0 SW_SHOWMINIMIZED
  CreateShortcut "$SMPROGRAMS\Tillbridge\Tillbridge, command line.lnk" "$SYSDIR\cmd.exe" '/k "$INSTDIR\tillbridge.cmd" --help' "$INSTDIR\tillbridge.ico"
  CreateShortcut "$SMPROGRAMS\Tillbridge\Uninstall.lnk" "$INSTDIR\uninstall.exe"
  Delete "$SMSTARTUP\Tillbridge.lnk"
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegStr SHCTX "${KEY}" "DisplayName" "Tillbridge"
  WriteRegStr SHCTX "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${KEY}" "DisplayIcon" "$INSTDIR\tillbridge.ico"
  WriteRegStr SHCTX "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${KEY}" "EstimatedSize" "$0"
  WriteRegDWORD SHCTX "${KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${KEY}" "NoRepair" 1
SectionEnd

; The till is no Windows service: build/packaging/README.md, Decisions, gives the reason.
Section /o "$(ATLOGON)" AT_LOGON
  CreateShortcut "$SMSTARTUP\Tillbridge.lnk" "$INSTDIR\tillbridge-till.cmd" "" "$INSTDIR\tillbridge.ico" 0 SW_SHOWMINIMIZED
SectionEnd

Function .onInit
  SetRegView 64
  StrCpy $Data "$LOCALAPPDATA\Tillbridge"
  StrCpy $ForAll 0
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/ALLUSERS" $R1
  ${IfNot} ${Errors}
    StrCpy $ForAll 1
    ClearErrors
    WriteRegStr HKLM "${KEY}" "Probe" "1"
    ${If} ${Errors}
      !insertmacro Refuse 2 "$(RIGHTS)"
    ${EndIf}
    DeleteRegValue HKLM "${KEY}" "Probe"
    DeleteRegKey /ifempty HKLM "${KEY}"
  ${EndIf}
  !insertmacro Scope
  StrCpy $Patience 0
  ClearErrors
  ${GetOptions} $R0 "/WAIT" $R1
  ${IfNot} ${Errors}
    StrCpy $Patience 120
  ${EndIf}
  ; An update keeps the former choice.
  ClearErrors
  ${GetOptions} $R0 "/LOGON" $R1
  ${IfNot} ${Errors}
  ${OrIf} ${FileExists} "$SMSTARTUP\Tillbridge.lnk"
    SectionSetFlags ${AT_LOGON} ${SF_SELECTED}
  ${EndIf}
  ; NSIS ignores a quoted /D and would silently install into another folder.
  ClearErrors
  ${WordFind2X} $R0 '"/D=' '"' "E+1" $R1
  ${IfNot} ${Errors}
    StrCpy $INSTDIR $R1
  ${EndIf}
  ${If} $INSTDIR == ""
    ReadRegStr $INSTDIR SHCTX "${KEY}" "InstallLocation"
  ${EndIf}
  ${If} $INSTDIR == ""
    ${If} $ForAll == 1
      StrCpy $INSTDIR "$PROGRAMFILES64\Tillbridge"
    ${Else}
      StrCpy $INSTDIR "$LOCALAPPDATA\Programs\Tillbridge"
    ${EndIf}
  ${EndIf}
FunctionEnd

Function un.onInit
  SetRegView 64
  StrCpy $Data "$LOCALAPPDATA\Tillbridge"
  StrCpy $ForAll 0
  ReadRegStr $0 HKLM "${KEY}" "InstallLocation"
  ${If} $0 == $INSTDIR
    StrCpy $ForAll 1
  ${EndIf}
  !insertmacro Scope
FunctionEnd

Section Uninstall
  !insertmacro RefuseOpen
  ${If} ${FileExists} "$Data\journal.sqlite"
    ; 3: a payment is still checking. Any other failure of the program does not block the removal.
    nsExec::Exec '"$INSTDIR\bin\node.exe" --disable-warning=ExperimentalWarning "$INSTDIR\build\out\product\cli.js" payments --unsettled --json --data "$Data"'
    Pop $0
    ${If} $0 == 3
      !insertmacro Refuse 9 "$(UNFINISHED)"
    ${EndIf}
  ${EndIf}
  !insertmacro Each Remove
  RMDir /r "$INSTDIR\.new"
  RMDir /r "$INSTDIR\.old"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Tillbridge\*.lnk"
  RMDir "$SMPROGRAMS\Tillbridge"
  Delete "$SMSTARTUP\Tillbridge.lnk"
  DeleteRegKey SHCTX "${KEY}"
  DetailPrint "$(KEPT) $Data"
SectionEnd
